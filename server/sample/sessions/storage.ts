import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum III, energy storage. */
export const storage: ProgrammeBlock = {
  date: '2023-09-06',
  track: 't-3',
  room: 'r-taihu',
  codePrefix: 'III',
  items: [
    {
      id: 'storage-opening',
      type: 'talk',
      from: '09:00',
      to: '09:20',
      title: text(
        '开场报告：新型储能从配得上到用得好',
        'Opening talk: storage that is not only built but used',
      ),
      abstract: text(
        '新型储能装机快速增长，平均利用率却不足一半。报告分析调度、价格和容量补偿三方面原因，并给出改进次序。',
        'Storage capacity is growing fast, while average use stays below half. The talk traces this to dispatch, prices and capacity payments, and says in which order to improve them.',
      ),
      speakers: ['sp-storage-association'],
    },
    {
      id: 'storage-long-duration',
      type: 'talk',
      from: '09:20',
      to: '09:50',
      title: text('长时储能的技术谱系与适用场景', 'Long-duration storage: which technology for which task'),
      abstract: text(
        '四小时、十小时和跨季节储能面对的是不同问题。演讲用同一套口径比较压缩空气、液流电池、熔盐和氢储能的成本与效率。',
        'Four hours, ten hours and a season are different problems. Compressed air, flow batteries, molten salt and hydrogen are compared by one measure of cost and efficiency.',
      ),
      speakers: ['sp-storage-researcher'],
    },
    {
      id: 'storage-battery-safety',
      type: 'talk',
      from: '09:50',
      to: '10:20',
      title: text(
        '储能电站火灾的早期识别与分级处置',
        'Detecting battery fires early and answering in stages',
      ),
      abstract: text(
        '电池热失控前数小时往往已有征兆。演讲介绍气体、电压和声学信号的联合预警方法，并通过全尺寸试验说明何时可以隔离、何时必须撤离。',
        'Signs often appear hours before thermal runaway. The talk combines gas, voltage and acoustic signals for early warning and draws on full-scale tests to show when to isolate and when to evacuate.',
      ),
      speakers: ['sp-safety-researcher'],
    },
    {
      id: 'storage-sodium-ion',
      type: 'talk',
      from: '10:45',
      to: '11:10',
      title: text(
        '钠离子电池：资源、性能与成本的再平衡',
        'Sodium-ion batteries: a new balance of resources, performance and cost',
      ),
      abstract: text(
        '钠资源丰富，但低成本并非自然而然。演讲从正极路线选择谈起，介绍首批兆瓦时级电站的低温表现和循环寿命。',
        'Sodium is abundant, but low cost does not follow by itself. Beginning with the choice of cathode, the talk reports how the first megawatt-hour plants perform in the cold and over many cycles.',
      ),
      speakers: ['sp-chemistry-professor', 'sp-battery-maker'],
    },
    {
      id: 'storage-market',
      type: 'talk',
      from: '11:10',
      to: '11:30',
      title: text(
        '独立储能参与电力现货市场的首年实践',
        'A first year of stand-alone storage in the spot market',
      ),
      abstract: text(
        '一座百兆瓦级独立储能电站公开第一年的收益构成。价差、辅助服务与容量补偿各占多少？哪些预测失准，哪些策略有效？',
        'A stand-alone plant of a hundred megawatts opens its books. How much came from the price spread, ancillary services and capacity payments, which forecasts failed and which strategies worked?',
      ),
      speakers: ['sp-storage-operator'],
    },
    {
      id: 'storage-panel',
      type: 'panel',
      from: '11:30',
      to: '12:00',
      title: text('圆桌对话：储能安全标准应由谁来买单', 'Panel: who pays for storage safety?'),
      abstract: text(
        '更高的安全等级意味着更高的成本。电池企业、电站业主、检测机构和回收企业讨论责任划分、保险和退役电池处置。',
        'Higher safety means higher cost. Battery makers, plant owners, testers and recyclers discuss liability, insurance and what becomes of retired batteries.',
      ),
      speakers: ['sp-battery-maker', 'sp-storage-operator', 'sp-safety-researcher', 'sp-recycling-founder'],
    },
  ],
}
