import type { Localized } from '#contract/locale.ts'
import { forumInstant } from './programme.ts'
import { type LocalizedRichText, rich } from './rich.ts'
import { text } from './text.ts'

type Entry = readonly [category: string, question: Localized, answer: LocalizedRichText]

/** What participants ask most, in the order of their way through the forum. */
const entries: readonly Entry[] = [
  [
    'c-guides',
    text('如何报名参会？', 'How do I register?'),
    rich(
      '用手机号获取验证码，填写个人信息，选择分论坛和参观路线，上传证件照后提交。填写约需十分钟，中途退出时已填内容会保存在本机。',
      'Get a code on your mobile, enter your details, choose sub-forums and a tour, add your photo and submit. It takes about ten minutes; what you have typed stays on your phone if you stop half-way.',
    ),
  ],
  [
    'c-guides',
    text('审核需要多久？', 'How long does the review take?'),
    rich(
      '一般两个工作日左右，结果发送到您填写的邮箱，也可以随时在用户中心查看。',
      'About two working days. The result comes by e-mail, and you can look it up in the user centre at any time.',
    ),
  ],
  [
    'c-guides',
    text('证件照有什么要求？', 'What must the photo look like?'),
    rich(
      '正面、清晰、免冠，五官无遮挡，近六个月内拍摄。支持JPG、PNG和WebP，不超过5MB。',
      'Facing the camera, sharp, bareheaded, nothing covering the face, taken within six months. JPG, PNG or WebP up to 5 MB.',
    ),
  ],
  [
    'c-guides',
    text('可以同时选择时间相同的分论坛吗？', 'May I choose sub-forums that take place at the same time?'),
    rich(
      '可以。请在其中指定一个优先参加的分论坛，我们据此安排座位。',
      'Yes. Please say which of them comes first; seats are planned by that.',
    ),
  ],
  [
    'c-guides',
    text('工作人员和媒体如何报名？', 'How do staff and the press register?'),
    rich(
      '工作人员和媒体使用单独的报名入口，请选择身份类别并填写所属部门或媒体名称。',
      'Staff and press have an entrance of their own: choose your category and enter your department or medium.',
    ),
  ],
  [
    'c-guides',
    text('在哪里报到和领取胸卡？', 'Where do I check in and collect my badge?'),
    rich(
      '9月4日14:00至20:00、9月5日起每天7:30开始，在一层登录大厅报到，请携带报名时使用的证件。',
      'In the Registration Lobby on the first floor, on 4 September from 14:00 to 20:00 and from 7:30 on each forum day. Bring the document you registered with.',
    ),
  ],
  [
    'c-guides',
    text('会场有同声传译吗？', 'Are the sessions interpreted?'),
    rich(
      '主会场和二层各厅提供中英文同声传译，凭胸卡领取耳机，离场时请归还。',
      'The Main Hall and the halls on the second floor are interpreted between Chinese and English. Show your badge for a headset and please return it when you leave.',
    ),
  ],
  [
    'c-guides',
    text('组委会安排接站吗？', 'Will I be met on arrival?'),
    rich(
      '审核通过后，请在“行程信息”中填写航班或车次以及到达站点，组委会按时间段安排接送。',
      'Once you are approved, enter your flight or train and where you arrive under travel information. Coaches are arranged by time of arrival.',
    ),
  ],
  [
    'c-guides',
    text('可以代订酒店吗？', 'Can you book my hotel?'),
    rich(
      '可以。审核通过后在“行程信息”中选择房型和入住、离店日期，费用由参会者在酒店支付。推荐酒店见[商旅信息](/suzhou)。',
      'Yes. Once you are approved, choose a kind of room and your dates under travel information; you pay at the hotel. Hotels are listed under [business and travel](/suzhou).',
    ),
  ],
  [
    'c-guides',
    text('有清真餐和素食吗？', 'Are there halal and vegetarian meals?'),
    rich(
      '有。宴会厅设有清真餐和素食专区，过敏等特殊需要请在“行程信息”中说明。',
      'Yes, at counters of their own in the Banquet Hall. Please tell us of allergies and other needs under travel information.',
    ),
  ],
  [
    'c-guides',
    text('如何申请边会？', 'How do I apply for a side meeting?'),
    rich(
      `审核通过的参会者可以在用户中心申请，至少提供三位嘉宾姓名，时长不少于两小时。

- 50–100平方米：每两小时13000元
- 100–150平方米：每两小时19000元
- 250平方米：每两小时25000元

不足两小时的部分按两小时计。组委会安排日期、时间和会议室后通知付款。`,
      `Approved participants apply in the user centre, with the names of at least three guests and for at least two hours.

- 50–100 square metres: 13,000 yuan for every two hours
- 100–150 square metres: 19,000 yuan for every two hours
- 250 square metres: 25,000 yuan for every two hours

A part of two hours counts as two hours. We assign date, time and room, and then ask for the payment.`,
    ),
  ],
  [
    'c-guides',
    text('演讲嘉宾如何提交资料？', 'How do speakers hand in their materials?'),
    rich(
      '审核通过后在用户中心上传中文简历、英文简历和演示文稿。再次上传会替换同一栏的旧文件。网络中断后可以从断点继续。',
      'Once approved, upload your Chinese resume, your English resume and your slides in the user centre. A new file replaces the old one of the same kind, and a broken upload goes on where it stopped.',
    ),
  ],
  [
    'c-guides',
    text('没有网络时能查看议程吗？', 'Can I read the agenda without network?'),
    rich(
      '可以。在有网络时打开一次，并添加到主屏幕。之后议程、新闻和已保存的文件无需网络即可打开，页面会注明内容的更新时间。',
      'Yes. Open the site once with network and add it to your home screen. Agenda, news and files you kept then open without network, and every page says how old it is.',
    ),
  ],
  [
    'c-media',
    text('媒体可以预约采访吗？', 'Can the press arrange interviews?'),
    rich(
      '媒体服务台设在一层登录大厅西侧。请提前一天登记采访对象和时间，由媒体服务组协调。',
      'The press desk is on the west side of the Registration Lobby. Please enter whom and when you would like to meet a day ahead.',
    ),
  ],
  [
    'c-guides',
    text('论坛资料在哪里下载？', 'Where do I find the forum’s papers?'),
    rich(
      '公开资料在[资料下载](/download)页面，可以保存到手机离线查看。演讲资料经嘉宾同意后陆续公开。',
      'Public papers are under [downloads](/download) and can be kept on your phone. Slides follow as their speakers agree.',
    ),
  ],
]

/** Rows of questions and answers. */
export const qa = entries.map(([category, title, body], index) => ({
  id: `qa-${index + 1}`,
  no: `Q${String(index + 1).padStart(3, '0')}`,
  position: index + 1,
  category,
  title,
  published_at: forumInstant('2023-08-01T09:00'),
  status: 'published',
  body,
}))
