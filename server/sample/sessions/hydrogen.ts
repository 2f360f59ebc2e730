import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum IV, hydrogen. */
export const hydrogen: ProgrammeBlock = {
  date: '2023-09-06',
  track: 't-4',
  room: 'r-canal',
  codePrefix: 'IV',
  items: [
    {
      id: 'hydrogen-opening',
      type: 'talk',
      from: '09:00',
      to: '09:20',
      title: text('开场报告：绿氢的第一个百万吨', 'Opening talk: the first million tonnes of green hydrogen'),
      abstract: text(
        '规划项目已远超百万吨，真正投产的不足十分之一。报告分析承购协议、电价和储运三大约束，并提出先替代存量灰氢的路线。',
        'Planned projects far exceed a million tonnes; less than a tenth is running. The talk examines offtake, power prices and transport, and argues for replacing existing grey hydrogen first.',
      ),
      speakers: ['sp-hydrogen-researcher'],
    },
    {
      id: 'hydrogen-electrolysers',
      type: 'talk',
      from: '09:20',
      to: '09:50',
      title: text('波动电源下的大型电解槽运行', 'Running large electrolysers on variable power'),
      abstract: text(
        '风光直供要求电解槽在大范围内频繁调节。演讲比较碱性与质子交换膜路线的衰减数据，并介绍多槽协同控制方法。',
        'Direct supply from wind and sun makes electrolysers swing widely and often. Degradation of alkaline and proton-exchange-membrane stacks is compared, and control of many stacks together is explained.',
      ),
      speakers: ['sp-electrolyser-maker'],
    },
    {
      id: 'hydrogen-ammonia',
      type: 'talk',
      from: '09:50',
      to: '10:20',
      title: text(
        '风光制氢合成氨：离网项目的一年运行记录',
        'Ammonia from wind and sun: one year of an off-grid plant',
      ),
      abstract: text(
        '项目在没有电网支撑的条件下连续运行一年。演讲公开停机次数、储氢配置和吨氨电耗，并总结柔性合成工艺的调节边界。',
        'The plant has run for a year without support from the grid. Its outages, hydrogen storage and power use per tonne are laid open, with the limits of flexible synthesis.',
      ),
      speakers: ['sp-hydrogen-producer'],
    },
    {
      id: 'hydrogen-pipelines',
      type: 'talk',
      from: '10:45',
      to: '11:10',
      title: text(
        '天然气管道掺氢：材料、计量与安全边界',
        'Blending hydrogen into gas pipelines: materials, metering and safe limits',
      ),
      abstract: text(
        '掺氢比例并非越高越好。演讲根据管材试验和居民用户示范，给出不同钢级与终端设备的建议上限，并讨论纯氢管道的必要性。',
        'More hydrogen is not always better. From material tests and a household pilot the talk derives limits for grades of steel and appliances, and asks where dedicated pipelines are needed.',
      ),
      speakers: ['sp-hydrogen-researcher'],
      isCancelled: true,
    },
    {
      id: 'hydrogen-certification',
      type: 'talk',
      from: '11:10',
      to: '11:30',
      title: text('绿氢认证与国际互认', 'Certifying green hydrogen across borders'),
      abstract: text(
        '各国对“绿氢”的定义在边界、时间匹配和额外性上并不一致。演讲比较现有标准，并介绍互认试点的进展。',
        'Definitions of green hydrogen differ in boundaries, time matching and additionality. The talk compares standards in force and reports on a pilot of mutual recognition.',
      ),
      speakers: ['sp-standards-expert', 'sp-renewables-analyst'],
      language: 'en',
    },
    {
      id: 'hydrogen-panel',
      type: 'panel',
      from: '11:30',
      to: '12:00',
      title: text('圆桌对话：氢能的钱该先花在哪里', 'Panel: where should hydrogen money go first?'),
      abstract: text(
        '补贴制造、补贴储运还是补贴用户？四位嘉宾各执一端，并接受现场投票检验。',
        'Subsidise production, transport or users? Four speakers each defend one answer, and the audience votes before and after.',
      ),
      speakers: ['sp-hydrogen-producer', 'sp-electrolyser-maker', 'sp-fund-partner', 'sp-chemical-manager'],
    },
  ],
}
