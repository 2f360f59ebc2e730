import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum IX, green buildings and cities. */
export const buildingsAndCities: ProgrammeBlock = {
  date: '2023-09-07',
  track: 't-9',
  room: 'r-jinji',
  codePrefix: 'IX',
  items: [
    {
      id: 'buildings-opening',
      type: 'talk',
      from: '09:00',
      to: '09:25',
      title: text(
        '开场报告：从单体节能到城市降碳',
        'Opening talk: from efficient buildings to low-carbon cities',
      ),
      abstract: text(
        '新建建筑标准已经很高，存量建筑才是减排的主战场。报告提出以街区为单位的改造方法和配套政策。',
        'Standards for new buildings are high; the existing stock is where emissions must fall. The talk proposes renovation block by block and the policies to go with it.',
      ),
      speakers: ['sp-housing-official'],
    },
    {
      id: 'buildings-near-zero',
      type: 'talk',
      from: '09:25',
      to: '09:55',
      title: text(
        '夏热冬冷地区的近零能耗建筑：五年实测',
        'Near-zero-energy buildings in hot summers and cold winters: five years of data',
      ),
      abstract: text(
        '长江流域的建筑既要制冷也要采暖除湿。演讲公布十二栋建筑五年的分项能耗，说明设计值与实测值相差的原因。',
        'Along the Yangtze, buildings need cooling, heating and drying. Five years of metered data from twelve buildings show why practice differs from design.',
      ),
      speakers: ['sp-building-researcher'],
    },
    {
      id: 'buildings-district-energy',
      type: 'talk',
      from: '09:55',
      to: '10:20',
      title: text('江水源区域供冷供热的设计与运营', 'River-source district heating and cooling in practice'),
      abstract: text(
        '项目为一百五十万平方米建筑集中供能。演讲介绍取水方案、管网分期和收费机制，以及入住率不足时的运行策略。',
        'The scheme serves 1.5 million square metres. Intake, phased networks and tariffs are explained, and how to operate while buildings are still half empty.',
      ),
      speakers: ['sp-district-energy'],
    },
    {
      id: 'buildings-solar-dc',
      type: 'talk',
      from: '10:45',
      to: '11:15',
      title: text(
        '光储直柔建筑：让用电随天气变化',
        'Solar, storage, direct current, flexibility: buildings that follow the weather',
      ),
      abstract: text(
        '当建筑成为柔性负荷，用电曲线可以在几分钟内调整三成。演讲展示一栋办公楼的直流配电系统及其与电网的互动协议。',
        'As a flexible load, a building can shift three tenths of its demand within minutes. The direct-current system of an office block and its agreement with the grid are shown.',
      ),
      speakers: ['sp-architecture-professor'],
    },
    {
      id: 'buildings-panel',
      type: 'panel',
      from: '11:15',
      to: '12:00',
      title: text(
        '圆桌对话：老旧小区改造怎样兼顾节能与宜居',
        'Panel: renovating old estates for comfort and for energy',
      ),
      abstract: text(
        '外墙保温、电梯、充电桩和停车位同时提上日程，资金与居民意愿如何协调？主管部门、协会与服务企业分享三个小区的做法。',
        'Insulation, lifts, chargers and parking all come at once. How are money and residents’ wishes reconciled? The authority, an association and a service company draw on three estates.',
      ),
      speakers: [
        'sp-housing-official',
        'sp-building-association',
        'sp-architecture-professor',
        'sp-district-energy',
      ],
    },
  ],
}
