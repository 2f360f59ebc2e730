import type { ProgrammeBlock } from '../programme.ts'
import { text } from '../text.ts'

/** Sub-forum I, energy transition and climate goals. */
export const climateGoals: ProgrammeBlock = {
  date: '2023-09-05',
  track: 't-1',
  room: 'r-main',
  codePrefix: 'I',
  items: [
    {
      id: 'climate-opening',
      type: 'talk',
      from: '14:00',
      to: '14:25',
      title: text('开场报告：碳达峰之后的十五年', 'Opening talk: the fifteen years after the peak'),
      abstract: text(
        '达峰只是起点，真正的考验在平台期和下降期。报告给出三种情景下电力、工业和交通部门的减排时序，并讨论哪些决定必须在2025年前做出。',
        'The peak is only the beginning; the test is the plateau and the descent. Three scenarios show when power, industry and transport must reduce emissions, and which decisions cannot wait beyond 2025.',
      ),
      speakers: ['sp-climate-official'],
    },
    {
      id: 'climate-long-term-plan',
      type: 'talk',
      from: '14:25',
      to: '14:55',
      title: text('中长期能源规划如何应对不确定性', 'How long-term energy plans can deal with uncertainty'),
      abstract: text(
        '过去十年的规划普遍低估了新能源、高估了核电和碳捕集的进度。演讲介绍滚动修编、情景分析和早期预警指标三种做法，以及它们在省级规划中的应用。',
        'The plans of the past decade underrated renewables and overrated the pace of nuclear and carbon capture. The talk presents rolling revision, scenario analysis and early-warning indicators, and how provinces use them.',
      ),
      speakers: ['sp-planning-director'],
    },
    {
      id: 'climate-coal-regions',
      type: 'talk',
      from: '14:55',
      to: '15:20',
      title: text(
        '资源型地区的公正转型：就业、财政与新产业',
        'A just transition for coal regions: jobs, budgets and new industries',
      ),
      abstract: text(
        '煤炭产区的转型不仅是能源问题，更是就业和财政问题。演讲以三个矿区城市为例，比较技能再培训、产业基金和矿区生态修复的成效。',
        'In coal regions, transition is about jobs and public budgets as much as energy. Three mining cities are compared for what retraining, industrial funds and land restoration have achieved.',
      ),
      speakers: ['sp-economics-professor'],
    },
    {
      id: 'climate-methane',
      type: 'talk',
      from: '15:20',
      to: '15:40',
      title: text(
        '看得见的甲烷：监测、核算与减排',
        'Methane made visible: monitoring, accounting and reduction',
      ),
      abstract: text(
        '甲烷控排是近期减缓升温最快的手段之一。演讲介绍卫星、无人机和地面站相结合的监测体系，并分享煤矿瓦斯和天然气管网的减排案例。',
        'Cutting methane is among the fastest ways to slow warming. The talk presents monitoring by satellite, drone and ground station together, with examples from coal mines and gas networks.',
      ),
      speakers: ['sp-climate-secretariat'],
      language: 'en',
    },
    {
      id: 'climate-security',
      type: 'talk',
      from: '16:05',
      to: '16:35',
      title: text(
        '极端天气下的能源安全：从应急保供到韧性规划',
        'Energy security in extreme weather: from emergency supply to planned resilience',
      ),
      abstract: text(
        '高温、干旱与寒潮使供需两端同时承压。演讲复盘近年典型事件，说明气象预测、跨省互济和需求响应各自能提供多大支撑，并提出韧性评估的基本框架。',
        'Heat, drought and cold strain supply and demand at once. From recent events the talk works out how much forecasting, exchange between provinces and demand response can each contribute, and proposes a framework for assessing resilience.',
      ),
      speakers: ['sp-chief-expert', 'sp-meteorologist'],
    },
    {
      id: 'climate-panel',
      type: 'panel',
      from: '16:35',
      to: '17:30',
      title: text('圆桌对话：目标已定，差距何在', 'Panel: the goals are set, so where are the gaps?'),
      abstract: text(
        '政府、企业、学界和国际组织代表从各自角度指出最大的落实差距，并各提出一项三年内可以见效的行动。最后二十分钟为现场提问。',
        'Speakers from government, business, academia and international bodies each name the widest gap they see and one step that would show results within three years. The last twenty minutes belong to the audience.',
      ),
      speakers: ['sp-strategy-head', 'sp-policy-professor', 'sp-group-chair', 'sp-energy-agency-head'],
    },
  ],
}
