import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum VII, clean transport. */
export const transport: ProgrammeBlock = {
  date: '2023-09-06',
  track: 't-7',
  room: 'r-canal',
  codePrefix: 'VII',
  items: [
    {
      id: 'transport-opening',
      type: 'talk',
      from: '14:00',
      to: '14:25',
      title: text('开场报告：交通能源的下半场', 'Opening talk: the second half of the transport transition'),
      abstract: text(
        '乘用车电动化大局已定，重卡、船舶和航空才是难点。报告比较不同运输方式的减排成本，提出分领域的时间表。',
        'For cars the direction is settled; heavy trucks, ships and aircraft are the hard part. The talk compares costs of abatement and proposes a timetable for each mode.',
      ),
      speakers: ['sp-transport-official'],
    },
    {
      id: 'transport-vehicle-to-grid',
      type: 'talk',
      from: '14:25',
      to: '14:55',
      title: text('车网互动：一千辆车的半年试验', 'Vehicle to grid: half a year with a thousand cars'),
      abstract: text(
        '一千名车主参加放电试验，近八成在三个月后仍愿意继续。演讲公布电池衰减、用户收益和配变负载的实测结果。',
        'A thousand drivers let their cars feed the grid, and after three months nearly eight in ten stayed. Measured battery wear, drivers’ income and transformer loads are presented.',
      ),
      speakers: ['sp-charging-operator'],
    },
    {
      id: 'transport-trucks',
      type: 'talk',
      from: '14:55',
      to: '15:20',
      title: text(
        '干线重卡：换电、超充还是氢燃料',
        'Long-haul trucks: battery swap, fast charging or hydrogen?',
      ),
      abstract: text(
        '同一条六百公里的干线，三种车型跑了一年。演讲从单公里成本、载重损失和补能时间三方面给出结论。',
        'Three kinds of truck ran the same 600-kilometre route for a year. Cost per kilometre, lost payload and refuelling time lead to the conclusion.',
      ),
      speakers: ['sp-truck-maker'],
    },
    {
      id: 'transport-shipping',
      type: 'talk',
      from: '15:20',
      to: '15:40',
      title: text(
        '绿色航运走廊：甲醇与氨燃料的港口加注',
        'Green shipping corridors: bunkering methanol and ammonia',
      ),
      abstract: text(
        '新燃料船舶已在建造，加注设施仍然滞后。演讲介绍两个港口的风险评估和作业规程，以及走廊两端的责任分工。',
        'Ships for new fuels are being built, but bunkering lags behind. Risk assessment and procedures at two ports are presented, and who does what at each end of a corridor.',
      ),
      speakers: ['sp-maritime-adviser'],
      language: 'en',
    },
    {
      id: 'transport-aviation-fuel',
      type: 'talk',
      from: '16:05',
      to: '16:35',
      title: text('可持续航空燃料：原料决定上限', 'Sustainable aviation fuel: feedstock sets the limit'),
      abstract: text(
        '餐厨废油只能满足需求的一小部分。演讲比较醇制油、费托合成和电制燃料路线的原料潜力与成本曲线。',
        'Used cooking oil covers only a small part of demand. The talk compares the feedstock potential and cost curves of alcohol-to-jet, Fischer–Tropsch synthesis and electrofuels.',
      ),
      speakers: ['sp-airline-fuel'],
    },
    {
      id: 'transport-panel',
      type: 'panel',
      from: '16:35',
      to: '17:30',
      title: text(
        '圆桌对话：充电网络如何走向县城和乡村',
        'Panel: bringing chargers to small towns and villages',
      ),
      abstract: text(
        '县域市场车多桩少、利用率低。嘉宾讨论配电网改造、建设补贴和共享运营模式，并回答现场提问。',
        'Small towns have cars but few chargers, and those are little used. Speakers discuss grid upgrades, subsidies and shared operation, and take questions from the floor.',
      ),
      speakers: ['sp-charging-operator', 'sp-grid-digital', 'sp-transport-official', 'sp-battery-maker'],
    },
  ],
}
