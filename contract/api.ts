import type { FilterItem, Sorters } from './filters.ts'
import type { Localized } from './locale.ts'
import type { ListData } from './envelope.ts'
import type { EnumOption } from './field-definition.ts'
import type { ProofBody, SecondFactorStep } from './second-factor.ts'

export type * from './second-factor.ts'

/**
 * Path of every endpoint under the API prefix. Functions encode their arguments.
 * The prefixes are irregular, so each path is written out.
 */
export const paths = {
  login: '/front/user/login',
  /** Sends a code to a mobile. */
  sendCode: '/module/sms/sendCode',
  /** Signs in by a code; the same as {@link paths.userSmsLogin}. */
  smsLogin: '/front/sms/login',
  userSmsLogin: '/front/user/sms-login',
  logout: '/front/user/logout',
  /** Ends all sign-ins of the caller, this one too. */
  logoutEverywhere: '/front/user/logout-everywhere',
  /** Makes this sign-in persistent on its device. Called right after signing in. */
  persistSignIn: '/front/user/keep',
  /** Lists the caller's own sign-ins. */
  signIns: '/front/user/sign-ins',
  /** Ends one of the caller's own sign-ins. */
  endSignIn: '/front/user/sign-ins/end',
  signInMethods: '/front/user/sign-in-ways',
  /** Sign-ins of any account, for administrators. */
  accountSignIns: (id: string) => `/front/account/${encodeURIComponent(id)}/sign-ins`,
  /** Ends one sign-in of an account, or all. */
  endAccountSignIns: (id: string) => `/front/account/${encodeURIComponent(id)}/sign-ins/end`,
  /** Lists what retention will remove, and when (retention.ts). */
  retention: '/front/retention',
  changePassword: '/front/user/change-password',
  /** State of the caller's second factor. */
  secondFactor: '/front/user/second-factor',
  /** Creates a secret, which `confirmSecondFactor` activates. */
  setUpSecondFactor: '/front/user/second-factor/set-up',
  confirmSecondFactor: '/front/user/second-factor/confirm',
  /** The second step of a sign-in. */
  verifySecondFactor: '/front/user/second-factor/verify',
  /** New recovery codes in place of the old ones. */
  renewRecoveryCodes: '/front/user/second-factor/recovery-codes',
  removeSecondFactor: '/front/user/second-factor/remove',
  /** State of the second factor of any account, for administrators. */
  accountSecondFactor: (id: string) => `/front/account/${encodeURIComponent(id)}/second-factor`,
  /** Removes the second factor of a user who has lost it. */
  resetSecondFactor: (id: string) => `/front/account/${encodeURIComponent(id)}/second-factor/reset`,
  currentUser: '/front/user/current',
  /** All data of the caller, as a zip. */
  ownData: '/front/user/data',
  /** Deletes the caller's account and all its data permanently. */
  eraseOwnData: '/front/user/erase',
  /** The current user, if it is an organiser; responds 401 to everybody else. */
  currentEmployee: '/front/employee/current',
  /** A token for one download in a new tab, `?no=` the file's number. */
  temporaryToken: '/front/request/temporary/token',
  /** Sends the browser to WeChat; `?redirect_url=&scope=`. */
  weixinRedirect: '/front/weixin/auth/redirect',
  /** URL to which WeChat redirects the browser. */
  weixinCallback: '/front/weixin/auth/callback',
  /** Signs in the account that is linked to the WeChat account. */
  weixinExchange: '/front/weixin/exchange',
  /** Links the WeChat account to the caller's account. */
  weixinLink: '/front/weixin/link',
  /** Lists the modules that the caller may use (module-summary.ts). */
  modules: '/modules',
  search: '/front/search',
  metadata: (module: string) => `/front/metadata/${encodeURIComponent(module)}`,
  list: (module: string) => `/front/query/${encodeURIComponent(module)}/all`,
  detail: (module: string, id: string) =>
    `/front/query/${encodeURIComponent(module)}/${encodeURIComponent(id)}`,
  /** The article with a number, whichever module has it (articles.ts). */
  article: (no: string) => `/front/article/${encodeURIComponent(no)}`,
  /** Options of the module's enum fields, {@link OptionsData}. */
  options: (module: string) => `/front/${encodeURIComponent(module)}/options`,
  /** Shows one masked value in full. */
  reveal: (module: string) => `/front/reveal/${encodeURIComponent(module)}`,
  settings: (name: string) => `/front/settings/${encodeURIComponent(name)}`,
  /** Creates a row. */
  post: (module: string) => `/front/post/${encodeURIComponent(module)}`,
  edit: (module: string) => `/front/edit/${encodeURIComponent(module)}`,
  delete: (module: string) => `/front/delete/${encodeURIComponent(module)}`,
  action: (module: string, action: string) =>
    `/front/action/${encodeURIComponent(module)}/${encodeURIComponent(action)}`,
  revisions: (module: string, id: string) =>
    `/front/revisions/${encodeURIComponent(module)}/${encodeURIComponent(id)}`,
  /** Undeletes a row; with a version also restores the values of that version. */
  restore: (module: string) => `/front/restore/${encodeURIComponent(module)}`,
  /** Server-sent events `change` with {@link ModuleChange}, for callers that accept `text/event-stream`. */
  changes: '/front/changes',
  /** Dry run and commit of an import (transfer.ts). */
  import: (module: string) => `/import/${encodeURIComponent(module)}`,
  /** Undoes an import, within 24 hours. */
  undoImport: (module: string) => `/import/${encodeURIComponent(module)}/undo`,
  /** Discards a dry run, or cancels a running commit. */
  cancelImport: (module: string) => `/import/${encodeURIComponent(module)}/cancel`,
  /** The caller's file with a column of errors; `?token=`. */
  importErrors: (module: string) => `/import/${encodeURIComponent(module)}/errors`,
  /** An empty file to fill in; `?format=csv|xlsx`. */
  importTemplate: (module: string) => `/import/${encodeURIComponent(module)}/template`,
  /** Rows as a file (transfer.ts). */
  export: (module: string) => `/export/${encodeURIComponent(module)}`,
  /** Rows that a relation field of the module may name, {@link RelationshipData}. */
  relationship: (module: string) => `/relationship/${encodeURIComponent(module)}`,
  /** Free seats of tours (modules/tour-routes.ts). */
  seats: '/front/registrations/seats',
  /** Whether the caller marked (`favourite`) or downloaded (`download`) the row of the query. */
  operateHistory: (type: string) => `/front/operateHistory/has/${encodeURIComponent(type)}`,
  downloadFile: (no: string) => `/front/download/file/${encodeURIComponent(no)}`,
  /** Multipart form with `module`, `field` (or `purpose`, {@link UploadPurpose}) and, last, `file`. */
  upload: '/front/attachment/upload',
  /** A ticket for one upload without an account. */
  uploadTicket: '/front/attachment/ticket',
  /** Multipart form with `ticket` and, last, `file`. */
  openUpload: '/front/attachment/open-upload',
  /** Resumable uploads (tus 1.0): metadata `filename`, `module`, `field` or `purpose`. */
  resumableUploads: '/front/attachment/resumable',
  /** The stored file of a resumable upload. */
  resumedFile: (id: string) => `/front/attachment/resumable/${encodeURIComponent(id)}/file`,
} as const

/** Query parameters of a list call, before they are written into the URL. */
export interface ListParams {
  filters?: readonly FilterItem[]
  sorters?: Sorters
  /** Search text. */
  q?: string
  page?: number
  /** Rows per page; 0 requests all rows, where the module's definition allows it. */
  size?: number
  /** Only these fields (and `id`), instead of those of the surface `list`. */
  fields?: readonly string[]
  /** Includes unpublished rows: all of them for organisers, their own for other callers who may have some. */
  drafts?: true
  /** Only the caller's own rows, in modules whose rows have an owner; each with its `client_row_id`. */
  own?: true
}

/** Body of `POST /front/user/login`. */
export interface LoginBody {
  /** Mobile, e-mail or an organiser's login. */
  login_name: string
  login_pwd: string
}

/** Purpose of a code: to sign in, which is also the first step of a registration, or to set a password. */
export const codePurposes = ['sign_in', 'password'] as const

export type CodePurpose = (typeof codePurposes)[number]

/** Digits of a code. */
export const codeDigits = 6
/** How long a code is valid, in minutes. */
export const codeMinutes = 5

/** Body of `POST /module/sms/sendCode`. */
export interface SendCodeBody {
  /** As the user typed it. */
  mobile: string
  /** Accepted for existing clients and ignored: the response does not reveal who has an account. */
  check?: boolean
  /** `sign_in` by default. */
  purpose?: CodePurpose
}

/** Response of `POST /module/sms/sendCode`, the same whether a text is sent now or was sent just before. */
export interface SendCodeData {
  /** Until then the server sends no further code to this mobile. */
  resendAfterSeconds: number
  /** Identifies this request. It is sent with the code, so that nobody else can use up its tries. */
  challenge: string
}

/** Body of the sign-in by code. */
export interface SmsLoginBody {
  mobile: string
  /** The code. */
  captcha: string
  /** `challenge` of the response to the request for the code. */
  challenge?: string
}

/** Response of every sign-in: by password, by code and by WeChat. */
export interface LoginData {
  /** Opaque token, to be sent as it is in `Authorization`. */
  token: string
  /** The step that this sign-in still needs. Until then the token is valid for that step only. */
  secondFactor?: SecondFactorStep
}

/** Answer of `POST /front/user/keep`. */
export interface PersistSignInData {
  /** When the sign-in ends at the latest, an instant. */
  expiresAt: string
}

/** Body of `POST /front/user/erase`. */
export type EraseBody = ProofBody

/**
 * Role of an account: `applicant` while it has no approved registration, `participant` or `staff` by the kind of the
 * approved one; `organiser` works in the console.
 */
export type Role = 'applicant' | 'participant' | 'staff' | 'organiser'

/** Response of `GET /front/user/current` and `GET /front/employee/current`. */
export interface CurrentUser {
  id: string
  name: string
  role: Role
  /** What this sign-in still needs before it is complete. */
  secondFactor?: SecondFactorStep
}

/** Body of `POST /front/user/change-password`: the values of the form. */
export interface ChangePasswordBody {
  /** Optional for ten minutes after a sign-in by code. */
  old_pwd?: string
  /** A code sent to the user's own mobile, in place of the old password. */
  captcha?: string
  /** `challenge` of the response to the request for the code. */
  challenge?: string
  new_pwd: string
  repeat_pwd: string
}

/** One of a user's own sign-ins. */
export interface SignInInfo {
  id: string
  /** Browser and system, `Chrome · Android`; empty when unknown. */
  device: string
  /** Instants. */
  createdAt: string
  lastUsedAt: string
  /** When it ends at the latest. */
  expiresAt: string
  /** Whether the sign-in survives closing the tab. */
  isKept: boolean
  /** True for the sign-in of this call. */
  isThis: boolean
}

/** Sign-in methods that this server is configured for. */
export interface SignInMethods {
  password: boolean
  sms: boolean
  weixin: boolean
}

/** Answer of `GET /front/request/temporary/token`, for the parameter `token` of the download's URL. */
export interface TemporaryTokenData {
  token: string
}

/**
 * OAuth scopes of WeChat. `snsapi_login` shows a QR code that the user scans with a phone. The other two work inside
 * the WeChat app only: `snsapi_base` without a question, `snsapi_userinfo` after the user's consent.
 */
export const weixinScopes = ['snsapi_login', 'snsapi_base', 'snsapi_userinfo'] as const

export type WeixinScope = (typeof weixinScopes)[number]

/** Body of the calls that exchange or link a WeChat code. */
export interface WeixinCodeBody {
  /** The parameter `weixin_code` in the fragment of the URL to which WeChat redirects. */
  code: string
}

/** Answer of `GET /front/{module}/options`: the options of enum fields by their `typeCode`. */
export type OptionsData = Readonly<Record<string, readonly EnumOption[]>>

/** Answer of `GET /relationship/{module}`: a page of the rows that a relation field may name, for its picker. */
export interface RelationshipData {
  items: { id: string; label: Localized }[]
  page: number
  size: number
  total: number
}

/** A row that was found. */
export interface SearchHit {
  id: string
  title: Localized
  /** Excerpt of the row's texts around the searched words, or from the beginning. Empty without text. */
  excerpt: Localized
  /** The fields that the definition's `search` names, as far as the caller reads them. */
  fields: Readonly<Record<string, unknown>>
}

/** A page of hits in one module. */
export interface SearchGroup extends ListData<SearchHit> {
  /** Name of the group in the definition: documents, meetings, … */
  name: string
  module: string
  label: Localized
}

/** Answer of `GET /front/search`. */
export interface SearchData {
  /** One for each searched module that the caller may list, in the order of the modules. */
  groups: SearchGroup[]
}

/** Query of `GET /front/search`. */
export interface SearchQuery {
  q: string
  /** One module; all of them when absent. */
  module?: string
  page?: number
  size?: number
}

/** Query of `GET /front/operateHistory/has/{type}`: a row by `module` and `id`; a download also by the file's `no`. */
export interface OperateHistoryQuery {
  module?: string
  id?: string
  no?: string
}

/** Answer of `GET /front/operateHistory/has/{type}`. */
export interface OperateHistoryData {
  has: boolean
}

/** Purpose of an upload that belongs to no field: a file with rows to import (transfer.ts). */
export type UploadPurpose = 'import'

/** Body of `POST /front/attachment/ticket`: the field that the file is meant for. */
export interface UploadTicketBody {
  module: string
  field: string
}

/** Answer of `POST /front/attachment/ticket`. */
export interface UploadTicket {
  /** Good for one upload. */
  ticket: string
  expiresAt: string
}

/** Data of an event of `GET /front/changes`: rows of a module changed. */
export interface ModuleChange {
  module: string
  /** Grows with every write of the module. */
  revision: number
}

/**
 * Headers of a write that may be sent again. The client creates one key per operation, of 1 to 64 letters, digits, `-`
 * and `_`. Every response returns the key, and the response to a repeated request is marked as such.
 */
export const idempotencyHeaders = { key: 'Idempotency-Key', replayed: 'Idempotency-Replayed' } as const
