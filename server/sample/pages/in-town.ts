import { rich } from '../rich.ts'
import { text } from '../text.ts'

/** Pages on the days in the city. */
export const inTown = [
  {
    slug: 'tours',
    title: text('参观路线', 'Tour routes'),
    part: 'tours',
    body: rich(
      `9月7日上午安排四条参观路线，各由一辆大巴从会场北门出发，中午前返回，详情见[议程](/agenda)。参观须在报名时选择，名额有限，先到先得。

请提前十分钟到乘车点，随身带好胸卡；工厂和产业园内请穿平底鞋，并听从现场引导。`,
      `Four tours leave the north gate by coach on the morning of 7 September and are back by noon; the [agenda](/agenda) describes them. Choose one when you register; seats are limited and go in the order of registration.

Be at the bay ten minutes before the time and bring your badge. Wear flat shoes in factories and parks, and follow the guides.`,
    ),
  },
  {
    slug: 'weather',
    title: text('九月的天气', 'Weather in September'),
    body: rich(
      `九月上旬的苏州仍有暑意，白天气温多在26至31摄氏度，夜间约22摄氏度。湿度较高，午后可能有阵雨，偶受台风外围影响。

## 着装建议

- 会场空调较凉，请备一件薄外套。
- 参观考察请穿平底鞋，随身带折叠伞。
- 欢迎酒会着装随意，开幕式建议商务着装。`,
      `Early September is still summery in Suzhou: mostly 26–31 °C by day and about 22 °C at night. It is humid, showers may come in the afternoon, and now and then the edge of a typhoon passes.

## What to wear

- The halls are cool: bring a light jacket.
- Flat shoes and a folding umbrella for the tours.
- Casual for the reception, business dress for the opening.`,
    ),
  },
  {
    slug: 'city-sights',
    title: text('城市风貌', 'Seeing the city'),
    body: rich(
      `苏州建城两千五百余年，水陆并行的格局保存至今。会后不妨留出半天，慢慢走走。

## 平江路

宋代《平江图》上已有此路。沿河一公里半，石桥、老宅、茶馆与评弹声相连，清晨和傍晚最为宜人。

## 古典园林

拙政园开阔，留园精巧，网师园小而耐看。九座园林列入世界文化遗产。建议提前在官方渠道预约，避开周末。

## 金鸡湖

会场毗邻金鸡湖，环湖步道适合晨跑。傍晚从湖西看东岸灯火，是认识新城的好角度。

## 地道风味

- 奥灶面或枫镇大面，早餐首选。
- 松鼠鳜鱼、响油鳝糊，苏帮菜代表。
- 鲜肉月饼，九月正当时。`,
      `Suzhou is more than 2,500 years old, and its plan of canals and streets side by side has survived. Keep half a day after the forum for a slow walk.

## Pingjiang Road

It appears on a city map of the Song dynasty. For a kilometre and a half along the water there are stone bridges, old houses, teahouses and the sound of Pingtan ballads; early morning and evening are best.

## Classical gardens

The Humble Administrator’s Garden is wide, the Lingering Garden intricate, and the Master of the Nets small and rewarding. Nine gardens are World Heritage. Book ahead through the official channels and avoid weekends.

## Jinji Lake

The venue stands beside the lake, and the path around it is good for a morning run. From the west bank at dusk, the lights of the east shore show the new city at its best.

## What to eat

- Aozao or Fengzhen noodles for breakfast.
- Squirrel-shaped mandarin fish and sizzling eel, the pride of Suzhou cooking.
- Warm mooncakes filled with pork, in season in September.`,
    ),
  },
  {
    slug: 'getting-around',
    title: text('市内出行与支付', 'Getting around and paying'),
    body: rich(
      `## 地铁与公交

地铁是前往会场最可靠的方式，1号线文化博览中心站步行约8分钟到会场。可用手机扫码或在自动售票机购票，首末班车约为6:30和22:30。

## 出租车与网约车

出租车起步价约12元。上车前请确认计价器，保留小票以便找回遗失物品。

## 支付

移动支付最为普遍。主要移动支付应用可以绑定境外银行卡；酒店和大型商场接受国际信用卡；商户依法不得拒收现金。`,
      `## Metro and buses

The metro is the most reliable way to the venue: Culture and Expo Centre on line 1 is eight minutes on foot. Scan a code with your phone or buy a ticket at a machine. Trains run from about 6:30 to 22:30.

## Taxis

A taxi starts at about 12 yuan. Check that the meter is running and keep the receipt, which helps to find lost property.

## Paying

Mobile payment is the most common. The main payment apps accept foreign bank cards; hotels and large shops take international credit cards; and shops may not refuse cash.`,
    ),
  },
  {
    slug: 'emergency',
    title: text('紧急电话与求助', 'Emergencies and help'),
    body: rich(
      `以下号码全天有人接听，手机可直接拨打，无需区号。

## 会场求助

医疗点设在一层登录大厅西侧，会期7:30至21:00有医护人员值守。遗失物品请到问询台登记。穿青绿色马甲的志愿者均可提供中英文帮助。`,
      `Somebody answers these numbers at any hour. Dial them from any mobile phone, without an area code.

## At the venue

First aid is on the west side of the registration lobby, staffed from 7:30 to 21:00. Report lost property at the information desk. Every volunteer in a teal waistcoat can help you in Chinese and English.`,
    ),
  },
]
