import { requiredWhen } from '../conditions.ts'
import { f } from '../fields.ts'
import { idPhotoRules } from '../file-kinds.ts'
import type { SectionView } from '../module-definition.ts'
import { ownerField } from './shared-fields.ts'
import { isActive } from './review.ts'

/** Error key of an empty field. Its text must be exactly `required`. */
export const registrationMessages = { required: 'registration.required' }

/** Options of a required line of text. */
const requiredLine = { required: true, max: 200, messages: registrationMessages } as const

/** Surfaces of data that is too private for lists, filters and exports. */
const identitySurfaces = { list: false, filter: false, import: false, export: false }

/**
 * ID number and photo are required while the registration is active, and retention removes them later. A required
 * column could not be emptied.
 */
const whileActive = [requiredWhen(isActive)]

/**
 * Personal fields of every registration. The first step of a registration is the sign-in by a code, which verifies the
 * mobile and creates the account; `mobile` is copied from it.
 */
export const personFields = {
  owner_id: ownerField,
  realname: f.string({
    ...requiredLine,
    label: { 'zh-CN': '姓名', en: 'Full name' },
    max: 100,
    searchable: true,
  }),
  mobile: f.phone({
    label: { 'zh-CN': '手机号', en: 'Mobile' },
    required: true,
    surfaces: { form: false, import: false },
  }),
  id_number: f.id_number({
    label: { 'zh-CN': '证件号码（护照）', en: 'ID number (passport)' },
    conditions: whileActive,
    messages: registrationMessages,
    surfaces: identitySurfaces,
  }),
  email: f.email({
    ...requiredLine,
    label: { 'zh-CN': '电子邮箱', en: 'E-mail' },
    max: 254,
    searchable: true,
  }),
  country: f.string({ ...requiredLine, label: { 'zh-CN': '国家或地区', en: 'Country or region' }, max: 80 }),
  city: f.string({ ...requiredLine, label: { 'zh-CN': '城市', en: 'City' }, max: 80 }),
  company: f.string({ ...requiredLine, label: { 'zh-CN': '单位', en: 'Company' }, searchable: true }),
  position: f.string({ ...requiredLine, label: { 'zh-CN': '职务', en: 'Position' } }),
  photo: f.image({
    label: { 'zh-CN': '证件照', en: 'ID photo' },
    help: {
      'zh-CN': '请上传正面免冠照片，面部清晰、无遮挡。支持 JPG、PNG、WebP，边长至少 300 像素，不超过 5 MB。',
      en: 'A clear photo of your face from the front, bareheaded, with nothing covering it. JPG, PNG or WebP, at least 300 by 300 pixels, up to 5 MB.',
    },
    accept: idPhotoRules,
    conditions: whileActive,
    messages: registrationMessages,
    surfaces: identitySurfaces,
  }),
}

/** The first section of a registration. */
export const personSection: SectionView = {
  label: { 'zh-CN': '个人信息', en: 'Personal details' },
  fields: ['realname', 'mobile', 'id_number', 'email', 'country', 'city', 'photo'],
}
