import { rich } from '../rich.ts'
import { text } from '../text.ts'

/** Pages on coming to Suzhou and staying there. */
export const arrival = [
  {
    slug: 'venue',
    title: text('会场', 'The venue'),
    part: 'map',
    body: rich(
      `论坛在苏州国际博览中心举行，会场位于金鸡湖东岸，地铁1号线文化博览中心站步行约8分钟。

主入口在南侧，步行和地铁到达请走南门；班车和出租车在北门上下客。报到、行李寄存和问询台都在一层登录大厅。各层会场见[场馆示意图](/download)。

## 无障碍

南门设有坡道，各层均有电梯，虎丘厅设有轮椅席位。需要轮椅或陪同，请到问询台告知。`,
      `The forum takes place at Suzhou International Expo Centre on the east bank of Jinji Lake, eight minutes on foot from Culture and Expo Centre on metro line 1.

The main entrance is on the south side, for those who come on foot or by metro; shuttles and taxis stop at the north gate. Check-in, left luggage and the information desk are in the registration lobby on the first floor. The rooms of every floor are on the venue map under [Downloads](/download).

## Step-free access

There is a ramp at the south gate, a lift to every floor, and space for wheelchairs in Tiger Hill Hall. Ask at the information desk if you need a wheelchair or somebody to go with you.`,
    ),
  },
  {
    slug: 'getting-to-suzhou',
    title: text('前往苏州', 'Getting to Suzhou'),
    body: rich(
      `苏州没有民航机场，周边三座机场与高铁网络衔接紧密，多数参会者从机场出发两小时左右即可到达会场。

## 上海虹桥国际机场

距会场约85公里。航站楼与虹桥火车站相连，乘高铁到苏州北站或苏州站约30分钟，再换乘地铁或出租车。

## 上海浦东国际机场

距会场约130公里，是多数国际航班的到达机场。可先乘地铁2号线或机场联络交通到虹桥火车站，再乘高铁；也可乘机场长途客车直达苏州，全程约两个半小时。

## 苏南硕放国际机场

距会场约45公里，乘出租车约50分钟，机场大巴可到苏州市区。

## 苏州北站与苏州站

- **苏州北站**：京沪高铁车站，地铁2号线换乘1号线到文化博览中心站，约60分钟。
- **苏州站**：靠近古城，乘地铁到会场约45分钟，乘出租车约30分钟。

报名审核通过后，可在“行程信息”中登记航班或车次，组委会将根据到达时间安排接站。`,
      `Suzhou has no airport of its own, but three airports nearby are well linked by high-speed rail. Most participants reach the venue about two hours after landing.

## Shanghai Hongqiao International Airport

About 85 km from the venue. The terminal adjoins Hongqiao railway station; trains take about 30 minutes to Suzhou North or Suzhou station, then metro or taxi.

## Shanghai Pudong International Airport

About 130 km away, and where most international flights arrive. Take metro line 2 or an airport connection to Hongqiao railway station and continue by train, or ride the airport coach to Suzhou, about two and a half hours in all.

## Sunan Shuofang International Airport

About 45 km from the venue: some 50 minutes by taxi, or by airport coach into town.

## Suzhou North and Suzhou stations

- **Suzhou North**: on the Beijing–Shanghai high-speed line. Metro line 2, change to line 1 for Culture and Expo Centre, about 60 minutes.
- **Suzhou**: close to the old town; about 45 minutes to the venue by metro, 30 by taxi.

Once your registration is approved, enter your flight or train under travel information, and the committee will arrange to meet you.`,
    ),
  },
  {
    slug: 'hotels',
    title: text('酒店住宿', 'Hotels'),
    body: rich(
      `组委会与会场周边酒店商定了协议价，报名审核通过后可代为预订。

- **会场酒店**：与会场连廊相通，步行3分钟，适合需要频繁往返的嘉宾。
- **湖滨酒店**：距会场1.2公里，可步行沿湖到达，有班车。
- **商务酒店**：距会场2公里，邻近地铁站，价格实惠。
- **古城客栈**：距会场12公里，邻近平江路，适合希望体验老城的参会者。

## 入住须知

外籍参会者入住时需出示护照，酒店会代办住宿登记。一般14:00后入住，12:00前退房；提前到达可将行李寄存在会场一层登录大厅。

房型与协议价见[酒店指南](/download)。`,
      `The committee has agreed forum rates with hotels near the venue and will book for you once your registration is approved.

- **Expo hotel**: linked to the venue, three minutes on foot; best if you come and go often.
- **Lakeside hotel**: 1.2 km, a walk along the lake or a short shuttle ride.
- **Business hotel**: 2 km, next to the metro and good value.
- **Old-town inn**: 12 km, near Pingjiang Road, for those who would like to stay in the old city.

## At the hotel

Guests from abroad show their passport, and the hotel registers their stay. Rooms are usually ready from 14:00 and vacated by 12:00. If you arrive early, leave your luggage in the registration lobby on the first floor of the venue.

Rooms and rates are in the hotel guide under [Downloads](/download).`,
    ),
  },
  {
    slug: 'visa',
    title: text('签证与邀请函', 'Visas and invitation letters'),
    body: rich(
      `是否需要签证因国籍、行程和停留时间而异，请以中国驻当地使领馆公布的信息为准。

## 申请邀请函

1. 完成报名，等待审核通过。
2. 提交护照首页扫描件、职务和行程。
3. 组委会在五个工作日内出具邀请函。

## 温馨提示

- 请至少提前四周办理签证。
- 护照有效期应在六个月以上，并有空白页。
- 邀请函不能代替签证，也不保证签证获批。`,
      `Whether you need a visa depends on nationality, itinerary and length of stay. The information of the Chinese embassy or consulate in your country is final.

## Asking for an invitation letter

1. Register and wait for approval.
2. Send a scan of your passport’s data page, your position and your itinerary.
3. The committee issues the letter within five working days.

## Please remember

- Apply at least four weeks ahead.
- Your passport should be valid for more than six months and have blank pages.
- An invitation letter does not replace a visa or guarantee one.`,
    ),
  },
]
