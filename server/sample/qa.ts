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
  [
    'c-guides',
    text('报名后可以修改信息吗？', 'Can I change my registration after sending it?'),
    rich(
      '审核开始前可以在用户中心直接修改。审核开始后请联系组委会；审核人员要求补充材料时，也可以再次修改。',
      'Until the review begins you can edit it in the user centre yourself. After that please write to us; when a reviewer asks for more, it opens for you again.',
    ),
  ],
  [
    'c-guides',
    text('参会需要缴费吗？', 'Is there a fee?'),
    rich(
      '主论坛、分论坛和展览均不收费，含论坛期间的午餐。住宿、交通和边会会议室费用自理。',
      'The main forum, the sub-forums and the exhibition are free, lunches included. Hotels, travel and rooms for side meetings are paid by participants.',
    ),
  ],
  [
    'c-guides',
    text(
      '海外参会者需要邀请函办理签证，怎么申请？',
      'I need a letter of invitation for a visa. How do I get one?',
    ),
    rich(
      '审核通过后，在用户中心的报名信息里写明需要邀请函和护照姓名，三个工作日内通过邮件发出。请至少提前一个月申请，详见[商旅信息](/suzhou)。',
      'Once approved, tell us in your registration that you need one, with your name as in your passport. It is sent by e-mail within three working days. Please ask a month ahead; more under [business and travel](/suzhou).',
    ),
  ],
  [
    'c-guides',
    text('可以由同事代领胸卡吗？', 'May a colleague collect my badge?'),
    rich(
      '不可以。胸卡与照片核对后本人领取，遗失可到报到处补办，原胸卡随即失效。',
      'No. Badges are handed over after a look at the photo. A lost one is replaced at the check-in desk, and the old one stops working at once.',
    ),
  ],
  [
    'c-guides',
    text('开幕式的座位如何安排？', 'How are seats at the opening ceremony given?'),
    rich(
      '开幕式按报名时的选择安排座位，入场时以胸卡上的标记为准，请于8:40前入座。未安排座位的参会者可在一层登录大厅观看直播。',
      'By what you chose when you registered; your badge shows it. Please be seated by 8:40. Everyone else can watch on the screens in the Registration Lobby.',
    ),
  ],
  [
    'c-guides',
    text('可以临时更换分论坛吗？', 'Can I go to another sub-forum than I chose?'),
    rich(
      '可以，有空位即可入场。优先安排报名时选择该分论坛的参会者，开始后十分钟内未到的座位对其他人开放。',
      'Yes, where seats are free. Those who chose it come first; seats not taken ten minutes after the beginning are open to others.',
    ),
  ],
  [
    'c-guides',
    text('议程有变动时怎样知道？', 'How do I learn of changes in the agenda?'),
    rich(
      '在[议程](/agenda)里收藏关心的场次，再次打开时变动会标出。重要变动同时在新闻栏目公告，并在会场屏幕显示。',
      'Star what matters to you in the [agenda](/agenda): changes are marked when you open it again. Important ones are announced in the news and on the screens at the venue too.',
    ),
  ],
  [
    'c-guides',
    text('会议期间有班车吗？', 'Are there shuttles between hotels and the venue?'),
    rich(
      '论坛三天，推荐酒店与会场之间有班车，早晨7:30起每二十分钟一班，晚间最后一班为21:30。站点见[商旅信息](/suzhou)。',
      'On all three days, between the listed hotels and the venue: every twenty minutes from 7:30, the last one at 21:30. Stops are under [business and travel](/suzhou).',
    ),
  ],
  [
    'c-guides',
    text('会场可以停车吗？', 'Can I park at the venue?'),
    rich(
      '地下停车场凭胸卡每日停车一次免费，共一百二十个充电桩。高峰时段建议乘坐地铁或班车。',
      'Underground, once a day for free with a badge; there are a hundred and twenty charging points. At busy hours the metro or a shuttle is quicker.',
    ),
  ],
  [
    'c-guides',
    text('会场有无线网络吗？', 'Is there Wi-Fi at the venue?'),
    rich(
      '全馆覆盖，网络名称和密码印在胸卡背面。开幕式时人多，建议提前打开议程和需要的文件。',
      'Everywhere; name and password are on the back of your badge. It is busy during the opening, so please open the agenda and the papers you need beforehand.',
    ),
  ],
  [
    'c-guides',
    text('行动不便的参会者有哪些便利？', 'What is there for people with reduced mobility?'),
    rich(
      '各入口设有坡道，电梯可达所有会场，主会场留有轮椅席位。报到处可借用轮椅，需要陪同请提前一天告知。',
      'Ramps at every entrance, lifts to all halls, places for wheelchairs in the Main Hall. Wheelchairs can be borrowed at check-in; please tell us a day ahead if you need company.',
    ),
  ],
  [
    'c-guides',
    text('参观路线还可以更改吗？', 'Can I change my tour?'),
    rich(
      '名额未满时，9月5日18:00前可以在用户中心更改。大巴于9月7日上午准时出发，请提前十五分钟到达乘车点。',
      'While there are places, until 5 September, 18:00, in the user centre. Coaches leave on time on the morning of 7 September; please be there fifteen minutes early.',
    ),
  ],
  [
    'c-media',
    text('可以拍照和录像吗？', 'May I take photos and film?'),
    rich(
      '公开环节可以拍照。录像请使用媒体证，并在后区机位进行；标注“不录制”的环节请勿拍摄。',
      'Photos are fine in all public parts. Filming takes a press badge and a place at the back; please do neither in sessions marked as not recorded.',
    ),
  ],
  [
    'c-guides',
    text('没有到场能看到会议内容吗？', 'Can I follow the forum from elsewhere?'),
    rich(
      '主论坛和部分分论坛在[直播](/live)页面同步播出，会后提供回放。不需要登录。',
      'The main forum and some sub-forums are shown under [live](/live), with recordings afterwards. There is no need to sign in.',
    ),
  ],
  [
    'c-guides',
    text('会后能拿到参会证明吗？', 'Will I get a certificate of attendance?'),
    rich(
      '9月7日18:00后，完成报到的参会者可以在用户中心下载中英文参会证明。',
      'From 7 September, 18:00, everyone who checked in can download one in Chinese and English in the user centre.',
    ),
  ],
  [
    'c-guides',
    text('忘记密码或更换手机号怎么办？', 'I forgot my password, or have a new mobile number. What now?'),
    rich(
      '忘记密码可以用验证码登录后重新设置。更换手机号请带报名证件到报到处，或写信给组委会。',
      'Sign in by a code and set a new password. For a new number bring your document to the check-in desk, or write to us.',
    ),
  ],
  [
    'c-guides',
    text('我的个人信息会保存多久？', 'How long are my data kept?'),
    rich(
      '证件号码和照片在论坛结束三十天后删除。您也可以随时在用户中心导出或删除自己的全部信息。',
      'Numbers of documents and photos are deleted thirty days after the forum. You can take out or erase everything that is yours in the user centre at any time.',
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
