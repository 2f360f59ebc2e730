import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { namedFields } from './shared-fields.ts'
import { placeKinds } from './place-kinds.ts'

/** Locations and telephone numbers for visitors: venue, hotels, airports, stations, emergency numbers. */
export const places = defineModule({
  name: 'places',
  label: { 'zh-CN': '地点与电话', en: 'Places and numbers' },
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    ...namedFields,
    kind: f.enum({
      label: { 'zh-CN': '类别', en: 'Kind' },
      required: true,
      typeCode: 'place_kind',
      options: placeKinds,
    }),
    /** The page that lists this place below its text. Without a page, the place appears on the map only. */
    page: f.relation('pages', { label: { 'zh-CN': '所属页面', en: 'Page' }, search: ['title'] }),
    /** The Chinese address is shown to taxi drivers. */
    address: f.string({
      label: { 'zh-CN': '地址', en: 'Address' },
      localized: true,
      max: 300,
      searchable: true,
    }),
    /** As it is dialled in China: `110`, `+86 512 …`. */
    phone: f.string({
      label: { 'zh-CN': '电话', en: 'Telephone' },
      max: 40,
      pattern: '^[+]?[0-9][0-9 ()-]{1,38}$',
    }),
    /** Latitude and longitude in WGS 84, to about 10 cm. */
    coordinates: f.string({
      label: { 'zh-CN': '坐标', en: 'Coordinates' },
      help: { 'zh-CN': '纬度, 经度，例如 31.3266, 120.7146', en: 'Latitude, longitude: 31.3266, 120.7146' },
      max: 40,
      pattern: '^-?[0-9]{1,2}([.][0-9]{1,6})?, ?-?[0-9]{1,3}([.][0-9]{1,6})?$',
      sortable: false,
      filterable: false,
    }),
    distance_m: f.integer({
      label: { 'zh-CN': '距会场（米）', en: 'From the venue (metres)' },
      min: 0,
      sortable: false,
      filterable: false,
    }),
    description: f.text({ label: { 'zh-CN': '说明', en: 'Description' }, localized: true, max: 2000 }),
  },
  defaultSorters: { position: 'asc' },
  limits: { allRows: 500 },
  search: { group: 'places', excerpt: ['description', 'address'], shows: ['phone'] },
})
