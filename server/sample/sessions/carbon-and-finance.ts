import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum VI, carbon markets and green finance. */
export const carbonAndFinance: ProgrammeBlock = {
  date: '2023-09-06',
  track: 't-6',
  room: 'r-taihu',
  codePrefix: 'VI',
  items: [
    {
      id: 'carbon-opening',
      type: 'talk',
      from: '14:00',
      to: '14:25',
      title: text(
        '开场报告：碳市场的第二个履约周期',
        'Opening talk: the second compliance period of the carbon market',
      ),
      abstract: text(
        '从启动到常态运行，数据质量始终是碳市场的生命线。报告总结首个周期的经验，并讨论扩大行业覆盖与配额有偿分配的条件。',
        'From its start to routine operation, data quality is the lifeline of the carbon market. The talk draws lessons from the first period and sets out conditions for wider coverage and auctioned allowances.',
      ),
      speakers: ['sp-carbon-researcher'],
    },
    {
      id: 'carbon-border',
      type: 'talk',
      from: '14:25',
      to: '14:55',
      title: text('碳边境调节机制下的出口企业应对', 'How exporters can prepare for carbon border adjustment'),
      abstract: text(
        '过渡期内企业首先要做的是把数据报准。演讲逐步说明产品碳足迹的核算边界、默认值的风险和供应商数据的获取。',
        'In the transition the first task is to report correctly. Step by step: the boundaries of a product’s footprint, the risk of default values and how to obtain data from suppliers.',
      ),
      speakers: ['sp-policy-professor'],
    },
    {
      id: 'carbon-measurement',
      type: 'talk',
      from: '14:55',
      to: '15:20',
      title: text(
        '连续监测能否取代核算：火电厂的对比试验',
        'Can continuous monitoring replace calculation? A comparison in power plants',
      ),
      abstract: text(
        '在六台机组上同时采用核算法与连续监测法，历时十二个月。演讲给出差异的大小与来源，以及仪器校准的实际成本。',
        'Six units were both calculated and monitored for twelve months. The talk shows how far the results differ and why, and what calibration costs in practice.',
      ),
      speakers: ['sp-carbon-researcher'],
    },
    {
      id: 'carbon-green-bonds',
      type: 'talk',
      from: '15:20',
      to: '15:40',
      title: text(
        '绿色债券的信息披露：投资者究竟在看什么',
        'Disclosure for green bonds: what do investors read?',
      ),
      abstract: text(
        '对二百份募集说明书和存续期报告的分析表明，真正影响定价的只有少数指标。演讲给出一份可直接使用的披露清单。',
        'Two hundred prospectuses and annual reports show that only a few indicators move prices. The talk ends with a disclosure list ready for use.',
      ),
      speakers: ['sp-rating-director'],
    },
    {
      id: 'carbon-transition-finance',
      type: 'workshop',
      from: '16:05',
      to: '16:50',
      title: text(
        '研讨：给一家水泥厂设计转型贷款',
        'Workshop: designing a transition loan for a cement works',
      ),
      abstract: text(
        '参会者分组，以一家真实规模的水泥厂为案例，设定挂钩指标、利率阶梯和核查方式。请携带笔记本电脑，席位六十个，先到先得。',
        'In groups, participants set targets, interest steps and verification for a cement works of realistic size. Please bring a laptop; sixty seats, first come, first served.',
      ),
      speakers: ['sp-green-bank', 'sp-cement-engineer'],
    },
    {
      id: 'carbon-panel',
      type: 'panel',
      from: '16:50',
      to: '17:30',
      title: text('圆桌对话：碳价多高才够', 'Panel: how high must the carbon price be?'),
      abstract: text(
        '交易机构、银行、投资基金和多边开发银行从各自的决策出发，说明怎样的碳价会改变他们的选择。对话之前，每位嘉宾先写下一个数字。',
        'An exchange, a bank, a fund and a multilateral lender explain, from their own decisions, what carbon price would change them. Before they speak, each writes down a number.',
      ),
      speakers: ['sp-carbon-exchange', 'sp-green-bank', 'sp-fund-partner', 'sp-development-bank'],
    },
  ],
}
