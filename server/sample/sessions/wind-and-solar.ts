import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum II, wind and solar power. */
export const windAndSolar: ProgrammeBlock = {
  date: '2023-09-06',
  track: 't-2',
  room: 'r-jinji',
  codePrefix: 'II',
  items: [
    {
      id: 'wind-solar-opening',
      type: 'talk',
      from: '09:00',
      to: '09:20',
      title: text(
        '开场报告：风光成为主力电源还差几步',
        'Opening talk: the last steps to wind and solar as the main supply',
      ),
      abstract: text(
        '装机规模已不是瓶颈，可预测、可调节、可支撑才是。报告归纳新能源由补充电源变为主力电源必须通过的四道关口。',
        'Capacity is no longer the bottleneck; being predictable, adjustable and supportive of the grid is. The talk sets out four thresholds between a supplementary source and a main one.',
      ),
      speakers: ['sp-wind-association'],
    },
    {
      id: 'wind-solar-desert-bases',
      type: 'talk',
      from: '09:20',
      to: '09:50',
      title: text(
        '沙漠、戈壁、荒漠地区大型风电光伏基地的送出通道、配套调峰电源与生态修复一体化设计',
        'Designing transmission corridors, balancing capacity and ecological restoration together for large wind and solar bases in the deserts and drylands of north-west China',
      ),
      abstract: text(
        '以一个千万千瓦级基地为例，介绍送出通道、配套电源和治沙工程如何同步规划、同步建设。演讲给出前两年运行数据，并坦率讨论利用小时数低于预期的原因。',
        'A base of ten gigawatts shows how its transmission line, balancing plants and sand control were planned and built as one. The talk gives figures from two years of operation and discusses openly why full-load hours fell short.',
      ),
      speakers: ['sp-base-manager'],
    },
    {
      id: 'wind-solar-deep-water',
      type: 'talk',
      from: '09:50',
      to: '10:20',
      title: text(
        '走向深远海：漂浮式风电的平台、系泊与运维',
        'Into deep water: platforms, moorings and maintenance of floating wind',
      ),
      abstract: text(
        '漂浮式风电的成本主要不在风机，而在平台和系泊。演讲比较三类平台在台风海况下的表现，并介绍样机投运后的运维经验。',
        'The cost of floating wind lies in platforms and moorings rather than turbines. The talk compares three types of platform in typhoon conditions and reports on maintaining a prototype at sea.',
      ),
      speakers: ['sp-offshore-developer'],
    },
    {
      id: 'wind-solar-cells',
      type: 'talk',
      from: '10:45',
      to: '11:10',
      title: text(
        '钙钛矿叠层电池：效率之外的三道难题',
        'Perovskite tandem cells: three problems beyond efficiency',
      ),
      abstract: text(
        '实验室效率屡创新高，稳定性、大面积制备和铅的回收仍待解决。演讲公布户外实证平台两年的数据，并说明何时可以谈论量产。',
        'Laboratory efficiencies keep breaking records, while stability, large-area production and the recovery of lead remain open. Two years of outdoor data show when mass production can be discussed in earnest.',
      ),
      speakers: ['sp-solar-researcher'],
    },
    {
      id: 'wind-solar-repowering',
      type: 'talk',
      from: '11:10',
      to: '11:30',
      title: text(
        '老旧风电场改造升级：以大代小的账怎么算',
        'Repowering old wind farms: does fewer and larger pay?',
      ),
      abstract: text(
        '首批风电机组陆续到达设计寿命，优质风资源区亟待更新。演讲比较延寿、技改和以大代小三种方案，并讨论叶片回收。',
        'The first turbines are reaching the end of their design life on some of the best sites. Life extension, refitting and replacement by larger machines are compared, and the recycling of blades is discussed.',
      ),
      speakers: ['sp-turbine-maker'],
    },
    {
      id: 'wind-solar-panel',
      type: 'panel',
      from: '11:30',
      to: '12:00',
      title: text('圆桌对话：价格战之后，如何守住可靠性', 'Panel: keeping reliability after the price war'),
      abstract: text(
        '机组价格三年下降近半，质量事故也有所增加。开发商、制造商和研究机构代表讨论招标规则、型式认证与全生命周期成本。',
        'Turbine prices have nearly halved in three years and failures have grown. Developers, manufacturers and researchers discuss tender rules, type certification and lifetime cost.',
      ),
      speakers: ['sp-wind-researcher', 'sp-turbine-maker', 'sp-offshore-developer', 'sp-inverter-maker'],
    },
  ],
}
