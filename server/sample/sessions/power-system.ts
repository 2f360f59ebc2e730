import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum V, the new power system. */
export const powerSystem: ProgrammeBlock = {
  date: '2023-09-06',
  track: 't-5',
  room: 'r-jinji',
  codePrefix: 'V',
  items: [
    {
      id: 'power-opening',
      type: 'talk',
      from: '14:00',
      to: '14:25',
      title: text('开场报告：新型电力系统的三张网', 'Opening talk: three networks of the new power system'),
      abstract: text(
        '未来的电力系统由输电网、配电网和信息网共同构成，短板将出现在配电侧。报告提出分阶段的规划重点和投资结构。',
        'Tomorrow’s power system is made of transmission, distribution and information, and distribution will be the weak point. The talk proposes priorities and investment for each stage.',
      ),
      speakers: ['sp-power-planner'],
    },
    {
      id: 'power-control-room',
      type: 'talk',
      from: '14:25',
      to: '15:00',
      title: text(
        '新能源占比过半的一天：来自调度台的记录',
        'A day with more than half renewables: notes from the control room',
      ),
      abstract: text(
        '以春季一个大风晴天为例，逐时回放某区域电网的运行过程。调度员如何安排开停机、互济和备用，哪些操作已经自动化，哪些仍靠经验。',
        'Hour by hour through a windy, sunny day in spring in one regional grid. How did operators schedule plants, exchanges and reserves, what is automatic by now and what still rests on experience?',
      ),
      speakers: ['sp-grid-dispatcher'],
    },
    {
      id: 'power-grid-forming',
      type: 'talk',
      from: '15:00',
      to: '15:40',
      title: text('构网型变流器：从概念到并网标准', 'Grid-forming converters: from idea to grid code'),
      abstract: text(
        '同步机减少后，电压和频率由谁来建立？演讲解释构网型控制的原理，展示百兆瓦级现场试验结果，并介绍正在起草的并网要求。',
        'With fewer synchronous machines, what sets voltage and frequency? The talk explains grid-forming control, shows field tests at a hundred megawatts and presents the grid code now being drafted.',
      ),
      speakers: ['sp-power-professor', 'sp-inverter-maker'],
    },
    {
      id: 'power-virtual-plant',
      type: 'talk',
      from: '16:05',
      to: '16:30',
      title: text(
        '虚拟电厂：把空调、充电桩和工厂变成一座电厂',
        'Virtual power plants: air conditioners, chargers and factories as one plant',
      ),
      abstract: text(
        '演讲介绍一座城市级虚拟电厂的架构与收益。重点是如何核定基线、如何分配收益、如何让用户愿意第二次参加。',
        'The talk explains the design and income of a city-wide virtual power plant. Above all it shows how to set baselines, share revenue and persuade customers to take part a second time.',
      ),
      speakers: ['sp-aggregator'],
    },
    {
      id: 'power-spot-market',
      type: 'talk',
      from: '16:30',
      to: '16:50',
      title: text(
        '电力现货市场中的新能源报价与偏差管理',
        'Bidding and balancing renewables in the spot market',
      ),
      abstract: text(
        '新能源进入市场意味着预测误差有了价格。演讲用真实结算数据说明偏差成本的来源，以及集中式与分布式项目的不同应对。',
        'In a market, a forecasting error has a price. Real settlement data show where balancing costs come from and how large and small projects can respond.',
      ),
      speakers: ['sp-power-exchange'],
    },
    {
      id: 'power-panel',
      type: 'panel',
      from: '16:50',
      to: '17:30',
      title: text('圆桌对话：谁为系统灵活性付费', 'Panel: who pays for flexibility?'),
      abstract: text(
        '电网企业、交易机构、聚合商和学者讨论容量机制、辅助服务分摊和居民电价改革的先后次序。最后十五分钟为现场提问。',
        'A grid company, an exchange, an aggregator and an academic discuss in which order to take capacity mechanisms, the sharing of ancillary costs and household tariffs. The last fifteen minutes are for questions.',
      ),
      speakers: ['sp-economics-professor', 'sp-power-exchange', 'sp-aggregator', 'sp-grid-dispatcher'],
    },
  ],
}
