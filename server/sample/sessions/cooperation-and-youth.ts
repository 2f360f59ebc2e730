import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum XI, international cooperation and youth. */
export const cooperationAndYouth: ProgrammeBlock = {
  date: '2023-09-07',
  track: 't-11',
  room: 'r-main',
  codePrefix: 'XI',
  items: [
    {
      id: 'cooperation-opening',
      type: 'talk',
      from: '14:00',
      to: '14:25',
      title: text('开场报告：绿色能源合作的新阶段', 'Opening talk: a new stage of green energy cooperation'),
      abstract: text(
        '合作正从设备出口转向标准、融资与能力建设。报告总结近年来的项目经验，并介绍下一步的优先领域。',
        'Cooperation is moving from exporting equipment to standards, finance and skills. The talk sums up recent projects and names the next priorities.',
      ),
      speakers: ['sp-counsellor'],
      language: 'en',
    },
    {
      id: 'cooperation-island-grids',
      type: 'talk',
      from: '14:25',
      to: '14:50',
      title: text('小岛屿国家的可再生能源微电网', 'Renewable microgrids for small island states'),
      abstract: text(
        '三座岛屿用光伏和储能替代了七成柴油发电。演讲回顾从融资、建设到本地运维人员培训的全过程，重点讲述走过的弯路。',
        'Three islands replaced seven tenths of their diesel power with solar and storage. The talk follows financing, building and the training of local staff, and dwells on what went wrong.',
      ),
      speakers: ['sp-renewables-analyst'],
      language: 'en',
    },
    {
      id: 'cooperation-finance',
      type: 'talk',
      from: '14:50',
      to: '15:15',
      title: text(
        '混合融资如何降低新兴市场项目的风险',
        'How blended finance lowers risk in emerging markets',
      ),
      abstract: text(
        '同样一座光伏电站，融资成本可以相差三倍。演讲说明优惠贷款、担保与汇率对冲如何组合使用，并给出一个已完成融资的案例。',
        'For the same solar plant, the cost of finance can differ threefold. Concessional loans, guarantees and currency hedges are combined in a case that has reached financial close.',
      ),
      speakers: ['sp-development-bank', 'sp-fund-partner'],
      language: 'en',
    },
    {
      id: 'youth-ideas',
      type: 'workshop',
      from: '15:40',
      to: '16:20',
      title: text('青年之声：八个三分钟的能源创想', 'Young voices: eight energy ideas in three minutes each'),
      abstract: text(
        '八位青年研究者和创业者各用三分钟介绍一个想法。现场观众投票选出最值得支持的一项。',
        'Eight young researchers and founders present one idea each in three minutes. The audience votes for the one most worth supporting.',
      ),
      speakers: ['sp-youth-association', 'sp-doctoral-student', 'sp-postdoc', 'sp-recycling-founder'],
      language: 'en',
    },
    {
      id: 'youth-panel',
      type: 'panel',
      from: '16:20',
      to: '17:00',
      title: text('圆桌对话：写给2060年的一封信', 'Panel: a letter to the year 2060'),
      abstract: text(
        '两代能源工作者坐在一起，讨论哪些决定是今天的人替未来的人做出的。怎样让年轻人更早参与决策？',
        'Two generations of energy people sit down together to discuss which decisions are made today on behalf of tomorrow. How can the young be heard sooner?',
      ),
      speakers: ['sp-youth-association', 'sp-doctoral-student', 'sp-strategy-head', 'sp-energy-agency-head'],
      language: 'en',
    },
  ],
}
