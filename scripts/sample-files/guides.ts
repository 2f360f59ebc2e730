import { createRichText } from '#server/sample/create-rows.ts'
import type { SampleDocumentText } from './html.ts'

/** Texts of the guides for people who attend. */
export const guides: readonly SampleDocumentText[] = [
  {
    fileName: 'handbook.pdf',
    title: { 'zh-CN': '参会手册', en: 'Forum handbook' },
    body: createRichText(
      `## 报到

报到时间为9月5日7:30起，地点在苏州国际博览中心一层登录大厅。请出示参会二维码和报名时登记的有效证件，领取胸卡、会议资料和餐券。

## 胸卡与入场

- 胸卡是会期唯一的入场凭证，请全程佩戴，不得转借。
- 开幕式请在9:15前入座；分论坛会场座满即止，请提前到场。
- 胸卡遗失请到问询台凭证件补办。

## 同声传译

主会场及二层各厅提供中英文同声传译。耳机凭胸卡领取，离场时请交还。

## 用餐

午餐在一层宴会厅，12:00开始。设有清真和素食专区；有食物过敏的参会者请提前告知服务人员。

## 安全

请留意最近的安全出口。医疗点设在一层登录大厅西侧。火警119，急救120，报警110。`,
      `## Arrival

Registration opens at 7:30 on 5 September in the lobby of Suzhou International Expo Centre. Please show your QR code and the identity document you registered with to receive your badge, papers and meal vouchers.

## Badge and entry

- The badge is your only pass. Wear it at all times and do not lend it.
- Be seated for the opening by 9:15. Sub-forum rooms close when full, so come early.
- If you lose your badge, the information desk will replace it on sight of your document.

## Interpretation

The Main Hall and the second-floor halls are interpreted between Chinese and English. Collect a headset with your badge and return it when you leave.

## Meals

Lunch is served from 12:00 in the Banquet Hall on the first floor, with halal and vegetarian counters. Please tell the staff about any allergy.

## Safety

Note the nearest exit. First aid is on the west side of the registration lobby. Fire 119, ambulance 120, police 110.`,
    ),
  },
  {
    fileName: 'traffic-guide.pdf',
    title: { 'zh-CN': '交通指南', en: 'Getting to the venue' },
    body: createRichText(
      `## 机场到会场

- 上海虹桥国际机场：约85公里，可乘高铁到苏州北站或苏州站再换乘地铁。
- 上海浦东国际机场：约130公里，建议先乘地铁或磁浮接驳线到虹桥，再换乘高铁。
- 苏南硕放国际机场：约45公里，乘出租车约50分钟。

## 火车站到会场

- 苏州北站：乘地铁2号线换乘1号线，约60分钟；出租车约40分钟。
- 苏州站：乘地铁约45分钟；出租车约30分钟。

## 市内交通

会场最近的地铁站为1号线文化博览中心站，步行约8分钟。会期每天7:30至9:00、17:30至21:00有班车往返各推荐酒店，每15分钟一班。

## 停车

会场地下停车场入口在北侧。请优先选择公共交通。`,
      `## From the airports

- Shanghai Hongqiao International Airport: about 85 km. Take a high-speed train to Suzhou North or Suzhou station and change to the metro.
- Shanghai Pudong International Airport: about 130 km. Travel to Hongqiao by metro first, then take a high-speed train.
- Sunan Shuofang International Airport: about 45 km, some 50 minutes by taxi.

## From the railway stations

- Suzhou North: metro line 2, change to line 1, about 60 minutes; by taxi about 40 minutes.
- Suzhou: about 45 minutes by metro, about 30 by taxi.

## In the city

The nearest metro station is Culture and Expo Centre on line 1, eight minutes on foot. During the forum, shuttle coaches to the recommended hotels run every 15 minutes from 7:30 to 9:00 and from 17:30 to 21:00.

## Parking

The entrance to the underground car park is on the north side. Please use public transport if you can.`,
    ),
  },
  {
    fileName: 'hotel-guide.pdf',
    title: { 'zh-CN': '酒店指南', en: 'Hotel guide' },
    body: createRichText(
      `## 推荐酒店

- 会场酒店：与会场连廊相通，步行3分钟，协议价每晚680元起。
- 湖滨酒店：距会场1.2公里，班车8分钟，协议价每晚560元起。
- 商务酒店：距会场2公里，邻近地铁站，协议价每晚420元起。
- 古城客栈：距会场12公里，邻近平江路，协议价每晚380元起。

## 预订办法

报名审核通过后，可在“行程信息”中填写入住和离店日期及房型，由组委会代为预订。房间数量有限，协议价保留至8月25日。

## 入住须知

入住时请出示护照或居民身份证原件，14:00后办理入住，12:00前退房。`,
      `## Recommended hotels

- Expo hotel: linked to the venue, three minutes on foot, from 680 yuan a night.
- Lakeside hotel: 1.2 km, eight minutes by shuttle, from 560 yuan.
- Business hotel: 2 km, next to the metro, from 420 yuan.
- Old-town inn: 12 km, near Pingjiang Road, from 380 yuan.

## How to book

Once your registration is approved, enter your dates and type of room under travel information and the organising committee will book for you. Rooms are limited; the forum rates are held until 25 August.

## At the hotel

Please bring your passport or Chinese identity card. Check-in is from 14:00, check-out until 12:00.`,
    ),
  },
  {
    fileName: 'side-meeting-guide.pdf',
    title: { 'zh-CN': '边会申请指南', en: 'Side-meeting guide' },
    body: createRichText(
      `## 申请条件

参会代表可申请在论坛期间举办边会。每场不少于2小时，须提供至少3位嘉宾名单。

## 场地与费用

- 50至100平方米：每2小时13000元。
- 100至150平方米：每2小时19000元。
- 250平方米：每2小时25000元。

费用包含场地、投影、话筒和茶水。同传设备另行报价。

## 流程

1. 登录后填写边会申请并提交。
2. 组委会安排日期、时间和会议室。
3. 收到付款通知后5个工作日内付款。
4. 会前一天可进场布置。`,
      `## Who may apply

Registered participants may hold a side meeting during the forum. It lasts at least two hours and names at least three guests.

## Rooms and prices

- 50–100 square metres: 13,000 yuan for two hours.
- 100–150 square metres: 19,000 yuan for two hours.
- 250 square metres: 25,000 yuan for two hours.

The price includes the room, projection, microphones and tea. Interpretation equipment is quoted separately.

## Steps

1. Sign in, fill in the application and submit it.
2. The committee assigns date, time and room.
3. Pay within five working days of the payment notice.
4. You may set up the day before.`,
    ),
  },
]
