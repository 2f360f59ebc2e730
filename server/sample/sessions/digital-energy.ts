import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum X, digital energy. */
export const digitalEnergy: ProgrammeBlock = {
  date: '2023-09-07',
  track: 't-10',
  room: 'r-taihu',
  codePrefix: 'X',
  items: [
    {
      id: 'digital-opening',
      type: 'talk',
      from: '09:00',
      to: '09:25',
      title: text('开场报告：能源数据的价值与边界', 'Opening talk: the value and the limits of energy data'),
      abstract: text(
        '数据只有流动起来才有价值，而流动必须有规则。报告梳理电力数据开放的国内外实践，提出分级授权和可追溯使用的原则。',
        'Data gain value by moving, and moving needs rules. The talk reviews how electricity data are opened in China and abroad and proposes graded permission and traceable use.',
      ),
      speakers: ['sp-grid-digital'],
    },
    {
      id: 'digital-forecasting',
      type: 'talk',
      from: '09:25',
      to: '09:55',
      title: text('大模型能否预测明天的风', 'Can large models forecast tomorrow’s wind?'),
      abstract: text(
        '数据驱动的气象模型在部分场景已超过数值预报。演讲用十八个月的业务对比，说明它们在爬坡事件和极端天气中的长处与短处。',
        'Data-driven weather models already beat numerical forecasts in places. Eighteen months of operational comparison show their strengths and weaknesses in ramps and extreme weather.',
      ),
      speakers: ['sp-computer-professor', 'sp-meteorologist'],
    },
    {
      id: 'digital-twins',
      type: 'talk',
      from: '09:55',
      to: '10:20',
      title: text('海上风电场的数字孪生：少出一次海', 'A digital twin for offshore wind: one voyage fewer'),
      abstract: text(
        '数字孪生的价值要用减少的出海次数来衡量。演讲介绍载荷重构、故障预警与备件计划，并给出误报率。',
        'The worth of a digital twin is counted in voyages saved. Load reconstruction, early fault warning and spare-parts planning are presented, false alarms included.',
      ),
      speakers: ['sp-offshore-developer'],
    },
    {
      id: 'digital-security',
      type: 'talk',
      from: '10:45',
      to: '11:15',
      title: text(
        '千万台逆变器联网之后：分布式能源的网络安全',
        'Ten million inverters online: cyber security of distributed energy',
      ),
      abstract: text(
        '分布式设备数量多、更新慢、责任不清。演讲演示一次受控的攻防实验，并提出设备准入、固件签名和应急断联三项要求。',
        'Distributed devices are many, rarely updated and nobody’s clear responsibility. A controlled exercise leads to three demands: admission, signed firmware and emergency disconnection.',
      ),
      speakers: ['sp-inverter-maker', 'sp-grid-digital'],
    },
    {
      id: 'digital-panel',
      type: 'panel',
      from: '11:15',
      to: '12:00',
      title: text('圆桌对话：能源软件该开源到什么程度', 'Panel: how open should energy software be?'),
      abstract: text(
        '创业者、电网企业、学者和聚合商讨论开源建模工具、接口标准与商业模式之间的平衡。对话以英语进行，配中文同传。',
        'A founder, a grid company, an academic and an aggregator discuss the balance between open models, standard interfaces and making a living. In English, interpreted into Chinese.',
      ),
      speakers: ['sp-software-founder', 'sp-grid-digital', 'sp-computer-professor', 'sp-aggregator'],
      language: 'en',
    },
  ],
}
