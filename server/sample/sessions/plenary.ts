import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Opening ceremony and keynotes of the first morning. */
export const opening: ProgrammeBlock = {
  date: '2023-09-05',
  track: null,
  room: 'r-main',
  codePrefix: 'P',
  items: [
    {
      id: 'opening-ceremony',
      type: 'ceremony',
      from: '09:30',
      to: '10:15',
      title: text('开幕式', 'Opening ceremony'),
      abstract: text(
        '主办方、举办城市和国际组织代表致辞，并发布本届论坛主题报告。请在9:15前凭胸卡入座，开幕式开始后由后排侧门入场。',
        'Welcome addresses by the organisers, the host city and international organisations, and the launch of the theme report of this forum. Please be seated by 9:15 with your badge; after the start, enter by the side doors at the back.',
      ),
      speakers: ['sp-energy-official', 'sp-province-leader', 'sp-city-leader', 'sp-energy-agency-head'],
    },
    {
      id: 'keynote-pathways',
      type: 'keynote',
      from: '10:45',
      to: '11:10',
      title: text(
        '先立后破：大国能源转型的节奏与底线',
        'Build before you break: pace and safeguards of a large country’s energy transition',
      ),
      abstract: text(
        '新能源的增长速度决定了传统能源退出的速度。演讲从电力、煤炭和油气三个体系的现实出发，说明如何在保障供应的前提下推进替代，并提出“十四五”后半程的三个观察指标。',
        'How fast renewables grow decides how fast older sources can retire. Starting from the realities of power, coal, oil and gas, the talk shows how the new can replace the old while supply stays secure, and names three indicators to watch in the coming years.',
      ),
      speakers: ['sp-energy-official'],
    },
    {
      id: 'keynote-world-outlook',
      type: 'keynote',
      from: '11:10',
      to: '11:35',
      title: text(
        '全球清洁能源投资：资金去了哪里，又缺在哪里',
        'Clean energy investment worldwide: where the money goes and where it is missing',
      ),
      abstract: text(
        '清洁能源投资已连续多年超过化石能源，但分布极不均衡。演讲比较不同地区的资金成本，并讨论公共资金如何带动社会资本进入新兴市场。',
        'Investment in clean energy now exceeds that in fossil fuels, yet it is very unevenly spread. The talk compares the cost of capital across regions and asks how public money can bring private money into emerging markets.',
      ),
      speakers: ['sp-energy-agency-head'],
      language: 'en',
    },
    {
      id: 'keynote-innovation',
      type: 'keynote',
      from: '11:35',
      to: '12:00',
      title: text(
        '从实验室到千万千瓦：能源技术创新的规模化之路',
        'From the laboratory to ten gigawatts: how energy innovation scales',
      ),
      abstract: text(
        '一项能源技术从样机走向千万千瓦，往往需要二十年。演讲回顾风电、光伏和储能的产业化历程，总结示范工程、标准体系和市场机制各自发挥作用的时机。',
        'An energy technology often takes twenty years to grow from a prototype to ten gigawatts. Looking back at wind, solar and storage, the talk shows when demonstration projects, standards and markets each make the difference.',
      ),
      speakers: ['sp-group-chair'],
    },
  ],
}

/** The end of the forum. */
export const closing: ProgrammeBlock = {
  date: '2023-09-07',
  track: null,
  room: 'r-main',
  codePrefix: 'C',
  items: [
    {
      id: 'closing-ceremony',
      type: 'ceremony',
      from: '17:10',
      to: '17:50',
      title: text('闭幕式暨成果发布', 'Closing ceremony and launch of results'),
      abstract: text(
        '各分论坛主席用三分钟汇报主要共识。随后发布论坛成果文件，并公布下一届论坛的主题。',
        'The chairs of the sub-forums report their main conclusions in three minutes each. The results of the forum are published and the theme of the next one is announced.',
      ),
      speakers: ['sp-strategy-head', 'sp-city-leader', 'sp-climate-secretariat'],
    },
  ],
}
