import type { Localized } from '#contract/locale.ts'
import { arriveStations } from '#contract/modules/arrive-stations.ts'
import type { PlaceKind } from '#contract/modules/place-kinds.ts'
import { text } from './text.ts'

interface SamplePlace {
  id: string
  kind: PlaceKind
  page: string
  name: Localized
  address?: Localized
  phone?: string
  coordinates?: string
  distance_m?: number
  description?: Localized
}

/** The same names as in the form for travel information. */
const station = (value: (typeof arriveStations)[number]['value']): Localized =>
  arriveStations.find((each) => each.value === value)?.label ?? text(value, value)

const found: readonly SamplePlace[] = [
  {
    id: 'venue',
    kind: 'venue',
    page: 'page-venue',
    name: text('苏州国际博览中心', 'Suzhou International Expo Centre'),
    address: text(
      '苏州工业园区苏州大道东688号，北门',
      'North gate, 688 Suzhou Avenue East, Suzhou Industrial Park',
    ),
    coordinates: '31.3266, 120.7146',
    distance_m: 0,
    description: text('出租车和班车请到北门。', 'Taxis and shuttles stop at the north gate.'),
  },
  {
    id: 'metro',
    kind: 'metro',
    page: 'page-venue',
    name: text('地铁文化博览中心站', 'Culture and Expo Centre metro station'),
    address: text('苏州工业园区苏州大道东，地铁1号线', 'Suzhou Avenue East, metro line 1'),
    coordinates: '31.3222, 120.7093',
    distance_m: 650,
  },
  {
    id: 'hongqiao-airport',
    kind: 'airport',
    page: 'page-getting-to-suzhou',
    name: station('hongqiao_airport'),
    address: text('上海市长宁区虹桥路2550号', '2550 Hongqiao Road, Changning, Shanghai'),
    phone: '021-96990',
    coordinates: '31.1979, 121.3363',
    distance_m: 85_000,
    description: text('出租车约80分钟。', 'About 80 minutes by taxi.'),
  },
  {
    id: 'shuofang-airport',
    kind: 'airport',
    page: 'page-getting-to-suzhou',
    name: station('shuofang_airport'),
    address: text('无锡市新吴区机场路1号', '1 Airport Road, Xinwu, Wuxi'),
    coordinates: '31.4944, 120.4294',
    distance_m: 45_000,
    description: text('出租车约50分钟。', 'About 50 minutes by taxi.'),
  },
  {
    id: 'suzhou-north',
    kind: 'high_speed_rail',
    page: 'page-getting-to-suzhou',
    name: station('suzhou_north_station'),
    address: text('苏州市相城区南天成路', 'Nantiancheng Road, Xiangcheng, Suzhou'),
    phone: '12306',
    coordinates: '31.4231, 120.6419',
    distance_m: 20_000,
    description: text('出租车约40分钟。', 'About 40 minutes by taxi.'),
  },
  {
    id: 'suzhou-station',
    kind: 'railway',
    page: 'page-getting-to-suzhou',
    name: station('suzhou_station'),
    address: text('苏州市姑苏区苏站路27号', '27 Suzhan Road, Gusu, Suzhou'),
    phone: '12306',
    coordinates: '31.3296, 120.6108',
    distance_m: 13_000,
    description: text('出租车约30分钟。', 'About 30 minutes by taxi.'),
  },
  hotel('expo-hotel', text('会场酒店', 'Expo hotel'), {
    distance_m: 200,
    coordinates: '31.3281, 120.7160',
    address: text('苏州工业园区苏州大道东与博览广场路口', 'Suzhou Avenue East at Expo Plaza, Suzhou'),
    description: text('与会场连廊相通，步行3分钟。', 'Linked to the venue, three minutes on foot.'),
  }),
  hotel('lakeside-hotel', text('湖滨酒店', 'Lakeside hotel'), {
    distance_m: 1200,
    coordinates: '31.3148, 120.7153',
    address: text('苏州工业园区旺墩路与星洲街路口', 'Wangdun Road at Xingzhou Street, Suzhou'),
    description: text('沿湖步行15分钟，有班车。', 'A quarter of an hour along the lake, or by shuttle.'),
  }),
  hotel('business-hotel', text('商务酒店', 'Business hotel'), {
    distance_m: 2000,
    coordinates: '31.3226, 120.7351',
    address: text('苏州工业园区现代大道与星湖街路口', 'Xiandai Avenue at Xinghu Street, Suzhou'),
    description: text('邻近地铁站，价格实惠。', 'Next to the metro and good value.'),
  }),
  hotel('old-town-inn', text('古城客栈', 'Old-town inn'), {
    distance_m: 12_000,
    coordinates: '31.3192, 120.6296',
    address: text('苏州市姑苏区平江路与白塔东路路口', 'Pingjiang Road at Baita East Road, Suzhou'),
    description: text('在老城里，出租车约30分钟。', 'In the old city, about 30 minutes by taxi.'),
  }),
  emergency('110', text('报警', 'Police')),
  emergency('120', text('急救', 'Ambulance')),
  emergency('119', text('火警', 'Fire')),
  emergency('122', text('交通事故', 'Traffic accidents')),
  emergency(
    '12345',
    text('政务服务热线', 'City services'),
    text('提供外语服务。', 'With service in foreign languages.'),
  ),
  {
    id: 'first-aid',
    kind: 'help',
    page: 'page-emergency',
    name: text('会场医疗点', 'First aid at the venue'),
    address: text('一层登录大厅西侧', 'West side of the registration lobby, first floor'),
    description: text('会期7:30至21:00有医护人员值守。', 'Staffed from 7:30 to 21:00 during the forum.'),
  },
]

/** The places of the sample, in their order. Hotels are described, not named: no real one lends its name. */
export const places = found.map((place, index) => ({ position: index + 1, ...place }))

function hotel(
  id: string,
  name: Localized,
  rest: Pick<SamplePlace, 'distance_m' | 'coordinates' | 'address' | 'description'>,
): SamplePlace {
  return { id, kind: 'hotel', page: 'page-hotels', name, ...rest }
}

function emergency(phone: string, name: Localized, description?: Localized): SamplePlace {
  const place = { id: `call-${phone}`, kind: 'emergency', page: 'page-emergency', name, phone } as const
  return description ? { ...place, description } : place
}
