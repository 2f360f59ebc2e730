import type { Localized } from '#contract/locale.ts'
import { boothPlaces, planSize } from './hall-plans.ts'
import { text } from './text.ts'

type Kind = 'generation' | 'storage' | 'hydrogen' | 'grid' | 'use'

const entries: readonly (readonly [booth: string, kind: Kind, name: Localized, description: Localized])[] = [
  [
    'A01',
    'generation',
    text('海上风电整机展位', 'Offshore Wind Turbines'),
    text('十六兆瓦机组的叶片与机舱实物模型。', 'Models of blade and nacelle of a 16-megawatt turbine.'),
  ],
  [
    'A02',
    'generation',
    text('高效光伏组件展位', 'High-efficiency Solar Modules'),
    text(
      '异质结与钙钛矿叠层组件及其户外实测数据。',
      'Heterojunction and perovskite tandem modules with field data.',
    ),
  ],
  [
    'A03',
    'generation',
    text('光热发电展位', 'Concentrated Solar Power'),
    text('熔盐储热与定日镜跟踪系统。', 'Molten-salt storage and tracking of heliostats.'),
  ],
  [
    'B01',
    'storage',
    text('电化学储能系统展位', 'Battery Storage Systems'),
    text('液冷储能柜与热失控早期预警。', 'Liquid-cooled cabinets and early warning of thermal runaway.'),
  ],
  [
    'B02',
    'storage',
    text('压缩空气储能展位', 'Compressed-air Storage'),
    text('盐穴储气与百兆瓦级膨胀机。', 'Salt caverns and expanders of the 100-megawatt class.'),
  ],
  [
    'B03',
    'storage',
    text('长时储能展位', 'Long-duration Storage'),
    text('液流电池与储热的工程案例。', 'Flow batteries and heat storage in service.'),
  ],
  [
    'C01',
    'hydrogen',
    text('电解水制氢展位', 'Water Electrolysis'),
    text(
      '碱性与质子交换膜电解槽，可观摩小型样机运行。',
      'Alkaline and PEM electrolysers, with a small one running.',
    ),
  ],
  [
    'C02',
    'hydrogen',
    text('氢燃料电池汽车展位', 'Fuel-cell Vehicles'),
    text('城际客车与重型卡车，可登车参观。', 'A coach and a heavy truck that you can board.'),
  ],
  [
    'D01',
    'grid',
    text('柔性直流输电展位', 'Flexible DC Transmission'),
    text('换流阀模块与海上换流站模型。', 'Converter modules and the model of an offshore station.'),
  ],
  [
    'D02',
    'grid',
    text('虚拟电厂与数字电网展位', 'Virtual Power Plants and Digital Grids'),
    text('实时展示需求响应与聚合调度。', 'Demand response and aggregation, live.'),
  ],
  [
    'E01',
    'use',
    text('车网互动与充换电展位', 'Charging and Vehicle-to-grid'),
    text('兆瓦级充电与双向充放电桩。', 'Megawatt charging and two-way chargers.'),
  ],
  [
    'E02',
    'use',
    text('近零能耗建筑展位', 'Near-zero-energy Buildings'),
    text('光伏幕墙、热泵与智慧用能样板间。', 'A room with solar façade, heat pump and smart controls.'),
  ],
]

/** So far under the middle of a booth its mark leaves the number in the picture free. */
const belowPixels = 18

/** Exhibitors by what they show: no real company lends its name to a sample. */
export const exhibitors = entries.map(([booth, kind, name, description], index) => ({
  id: `e-${booth.toLowerCase()}`,
  position: index + 1,
  name,
  kind,
  booth,
  description,
  ...placeOf(booth),
}))

/** In thousandths of the picture. */
function placeOf(booth: string) {
  const place = boothPlaces[booth]
  if (!place) return {}
  return {
    hall: place.hall,
    plan_x: Math.round((place.x / planSize.width) * 1000),
    plan_y: Math.round(((place.y + belowPixels) / planSize.height) * 1000),
  }
}
