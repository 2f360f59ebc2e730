import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum VIII, low-carbon industry. */
export const industry: ProgrammeBlock = {
  date: '2023-09-06',
  track: 't-8',
  room: 'r-huqiu',
  codePrefix: 'VIII',
  items: [
    {
      id: 'industry-opening',
      type: 'talk',
      from: '14:00',
      to: '14:25',
      title: text(
        '开场报告：难减排行业的可行路径',
        'Opening talk: workable paths for sectors that are hard to abate',
      ),
      abstract: text(
        '钢铁、水泥和化工合计排放约占工业的六成。报告把减排措施按成本与成熟度排序，指出今后五年值得优先投入的十项技术。',
        'Steel, cement and chemicals emit about six tenths of industry’s total. Measures are ranked by cost and maturity, and ten technologies are named that deserve priority over the next five years.',
      ),
      speakers: ['sp-chief-expert'],
    },
    {
      id: 'industry-steel',
      type: 'talk',
      from: '14:25',
      to: '14:55',
      title: text(
        '氢基竖炉炼铁：首个工业化装置的经验',
        'Hydrogen shaft furnaces: lessons from the first industrial plant',
      ),
      abstract: text(
        '装置投运以来完成了从富氢到高比例氢的过渡。演讲介绍炉料质量、氢气加热和电耗方面的难点，以及与电炉短流程的衔接。',
        'Since its start the plant has moved from hydrogen-rich gas to a high share of hydrogen. Ore quality, gas heating, power demand and the link to electric furnaces are discussed.',
      ),
      speakers: ['sp-metallurgy-researcher'],
    },
    {
      id: 'industry-heat',
      type: 'talk',
      from: '14:55',
      to: '15:20',
      title: text(
        '工业用热电气化：高温热泵能做到多少度',
        'Electrifying industrial heat: how hot can heat pumps go?',
      ),
      abstract: text(
        '食品、纺织和造纸行业的大部分用热低于一百六十摄氏度。演讲介绍三个改造项目的能效、回收期和与蒸汽管网的配合。',
        'Most heat in food, textiles and paper is below 160 °C. Three refits are described: efficiency, payback and working alongside existing steam networks.',
      ),
      speakers: ['sp-heat-pump-maker'],
    },
    {
      id: 'industry-cement',
      type: 'talk',
      from: '15:20',
      to: '15:40',
      title: text(
        '低碳水泥：替代燃料、替代原料与碳捕集的组合',
        'Low-carbon cement: combining fuels, raw materials and capture',
      ),
      abstract: text(
        '没有一种措施能够独自解决水泥的排放问题。演讲根据一条生产线五年的改造数据，说明各项措施叠加后的真实效果。',
        'No single measure solves cement. Five years of refitting one line show what several measures really achieve when added together.',
      ),
      speakers: ['sp-cement-engineer'],
    },
    {
      id: 'industry-ccus',
      type: 'talk',
      from: '16:05',
      to: '16:45',
      title: text(
        '百万吨级燃烧后碳捕集示范工程的溶剂损耗、能耗优化与咸水层封存长期监测',
        'Solvent loss, energy use and long-term monitoring of saline storage in a post-combustion carbon capture project of one million tonnes a year',
      ),
      abstract: text(
        '工程连续运行满一年后，捕集能耗较设计值下降约一成。演讲介绍溶剂管理、余热利用和封存场地的监测方案，并公开全部停机原因。',
        'After one year of continuous operation, the energy used for capture is about a tenth below design. Solvent management, use of waste heat and monitoring of the storage site are presented, with every cause of every outage.',
      ),
      speakers: ['sp-group-chair', 'sp-chief-expert'],
    },
    {
      id: 'industry-panel',
      type: 'panel',
      from: '16:45',
      to: '17:30',
      title: text(
        '圆桌对话：零碳园区，从口号到账本',
        'Panel: zero-carbon parks, from slogan to balance sheet',
      ),
      abstract: text(
        '园区管理者、化工企业、综合能源服务商与评级机构讨论绿电直供、蒸汽梯级利用和碳账户。每项措施都会给出成本。',
        'A park manager, a chemical company, an energy service provider and a rating agency discuss direct green power, cascaded steam and carbon accounts. Every measure comes with its cost.',
      ),
      speakers: ['sp-park-director', 'sp-chemical-manager', 'sp-district-energy', 'sp-rating-director'],
    },
  ],
}
