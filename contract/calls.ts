import type { ForumSetting } from './forum.ts'
import type { FilterItem, Sorters } from './filters.ts'
import type { Localized } from './locale.ts'
import type { EnumOption } from './field-definition.ts'

/**
 * Every call: its method and path under the API prefix. `…Path` functions encode what they are given.
 * The specification's prefixes are irregular (T14), so each path stands here in full.
 */
export const paths = {
  login: '/front/user/login',
  /** Sends a code to a mobile. */
  sendCode: '/module/sms/sendCode',
  /** Signs in by a code; the same as {@link paths.userSmsLogin}. */
  smsLogin: '/front/sms/login',
  userSmsLogin: '/front/user/sms-login',
  logout: '/front/user/logout',
  currentUser: '/front/user/current',
  modules: '/modules',
  search: '/front/search',
  metadata: (module: string) => `/front/metadata/${encodeURIComponent(module)}`,
  list: (module: string) => `/front/query/${encodeURIComponent(module)}/all`,
  detail: (module: string, id: string) =>
    `/front/query/${encodeURIComponent(module)}/${encodeURIComponent(id)}`,
  options: (module: string) => `/front/${encodeURIComponent(module)}/options`,
  settings: (name: string) => `/front/settings/${encodeURIComponent(name)}`,
  relationship: (module: string) => `/relationship/${encodeURIComponent(module)}`,
  downloadFile: (no: string) => `/front/download/file/${encodeURIComponent(no)}`,
} as const

/** Query parameters of a list call, before they are written into the URL. */
export interface ListParams {
  filters?: readonly FilterItem[]
  sorters?: Sorters
  /** Words to search for. */
  q?: string
  page?: number
  /** 0 asks for all rows, where the definition allows it. */
  size?: number
  /** Only these fields (and `id`), instead of those of the surface `list`. */
  fields?: readonly string[]
}

export interface LoginBody {
  /** Mobile, e-mail or an organiser's login. */
  login_name: string
  login_pwd: string
}

export interface LoginData {
  /** Opaque token, to be sent as it is in `Authorization`. */
  token: string
}

export type Role = 'applicant' | 'participant' | 'staff' | 'organiser'

export interface CurrentUser {
  id: string
  name: string
  role: Role
}

/** One entry of `GET /modules`. */
export interface ModuleEntry {
  name: string
  label: Localized
  group: string
}
/** What a code is good for: signing in, which is also the first step of a registration, or setting a password. */
export const codePurposes = ['sign_in', 'password'] as const

export type CodePurpose = (typeof codePurposes)[number]

/** Body of `POST /module/sms/sendCode`. */
export interface SendCodeBody {
  /** As the person typed it. */
  mobile: string
  /** Always in the body, false by default (T30). It changes nothing: who has an account is not told. */
  check?: boolean
  /** `sign_in` by default. */
  purpose?: CodePurpose
}

/** Answer of `POST /module/sms/sendCode`, the same whether there is a text or was one just now. */
export interface SendCodeData {
  /** Until then another call sends nothing. */
  resendAfterSeconds: number
}

/** Body of the sign-in by code. */
export interface SmsLoginBody {
  mobile: string
  /** The code. */
  captcha: string
}


/** Answer of `GET /front/{module}/options`: choices by type code. */
export type OptionsData = Readonly<Record<string, readonly EnumOption[]>>

/** Answer of `GET /relationship/{module}`. */
export interface RelationshipData {
  items: { id: string; label: Localized }[]
  page: number
  size: number
  total: number
}

/** Answer of `GET /front/search`. */
export interface SearchData {
  groups: {
    /** `searchGroup` of the definition: documents, meetings, … */
    name: string
    module: string
    label: Localized
    total: number
    items: { id: string; no?: string; title: Localized }[]
  }[]
}

/** Public settings by name. */
export interface Settings {
  forum: ForumSetting
}
