import type { ArticleData } from '#contract/articles.ts'
import {
  paths,
  type ChangePasswordBody,
  type CurrentUser,
  type EraseBody,
  type PersistSignInData,
  type ListParams,
  type LoginBody,
  type LoginData,
  type OperateHistoryData,
  type OperateHistoryQuery,
  type OptionsData,
  type ProofBody,
  type RecoveryCodesData,
  type SearchData,
  type SearchQuery,
  type SecondFactorBody,
  type SecondFactorSetup,
  type SecondFactorState,
  type SendCodeBody,
  type SendCodeData,
  type SignInInfo,
  type SignInMethods,
  type SmsLoginBody,
  type WeixinCodeBody,
  type WeixinScope,
} from '#contract/api.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { Settings } from '#contract/forum.ts'
import type { ListData } from '#contract/envelope.ts'
import { toListQuery } from '#contract/list-query.ts'
import type { SeatsData } from '#contract/modules/tour-routes.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { connectivity } from './connectivity.ts'
import { demoClock } from './demo-clock.ts'
import { createHttpClient, type HttpClient, type HttpOptions } from './http/client.ts'
import { isStatusOk } from './http/envelope.ts'

import { getLocale } from './locale.ts'
import { pageData } from './page-data.ts'
import { serverClock } from './server-clock.ts'
import { authStore } from './auth.ts'

export { ApiError, InvalidUrlError, NetworkError } from './http/errors.ts'

/** Longest wait for a read, in milliseconds: then saved data stays and the screen says so (offline.md 3). */
const readLimitMs = 8_000
/** Longest wait for a JSON submission, in milliseconds (offline.md 3). */
const submitLimitMs = 15_000

type ReadOptions = Pick<HttpOptions, 'signal' | 'limitMs'>
/** A sign-in that is not complete has a token of its own, beside the session. */
type TokenOptions = Pick<HttpOptions, 'headers'>

let tellUnauthorised: () => void = () => undefined

/** Says who looks into it when a call's token was refused; the app does, once, at its start. */
export function setUnauthorizedHandler(listener: () => void): void {
  tellUnauthorised = listener
}

/** Every call of the contract, typed, over a client. Reads wait {@link readLimitMs} unless the caller says otherwise. */
export function createApi(http: HttpClient) {
  const read = createRead(http)
  return { ...http, ...createRowCalls(http, read), ...createAccountCalls(http, read) }
}

export type Api = ReturnType<typeof createApi>

type Read = <Data>(
  path: string,
  params?: Parameters<HttpClient['get']>[1],
  options?: HttpOptions,
) => Promise<Data>

function createRead(http: HttpClient): Read {
  return async <Data>(path: string, params?: Parameters<Read>[1], options: HttpOptions = {}) =>
    (await http.get(path, params, { limitMs: readLimitMs, ...options })) as Data
}

/** Calls about the rows of modules and what describes them. */
function createRowCalls(http: HttpClient, read: Read) {
  return {
    /** One page of a module's rows. */
    list: <Row>(module: string, params: ListParams = {}, options?: ReadOptions) =>
      read<ListData<Row>>(paths.list(module), toListQuery(params), options),
    /** All rows of a module, where its definition allows that. */
    listAll: async <Row>(
      module: string,
      params: Omit<ListParams, 'page' | 'size'> = {},
      options?: ReadOptions,
    ) => (await read<ListData<Row>>(paths.list(module), toListQuery({ ...params, size: 0 }), options)).items,
    detail: <Row>(module: string, id: string, options?: ReadOptions) =>
      read<Row>(paths.detail(module, id), undefined, options),
    /** The article with a number. */
    article: <Row>(no: string, options?: ReadOptions) =>
      read<ArticleData<Row>>(paths.article(no), undefined, options),
    settings: <Name extends keyof Settings>(name: Name, options?: ReadOptions) =>
      read<Settings[Name]>(paths.settings(name), undefined, options),
    options: (module: string, options?: ReadOptions) =>
      read<OptionsData>(paths.options(module), undefined, options),
    metadata: (module: string, options?: ReadOptions) =>
      read<ModuleMetadata>(paths.metadata(module), undefined, options),
    modules: (options?: ReadOptions) => read<ModuleSummary[]>(paths.modules, undefined, options),
    search: ({ page, size, ...query }: SearchQuery, options?: ReadOptions) =>
      read<SearchData>(
        paths.search,
        {
          ...query,
          ...(page === undefined ? {} : { page: String(page) }),
          ...(size === undefined ? {} : { size: String(size) }),
        },
        options,
      ),
    /** Seats that tours have left. */
    seats: (options?: ReadOptions) => read<SeatsData>(paths.seats, undefined, options),
    /** Whether the signed-in person did it, `favourite` or `download`, with what the query names. */
    operateHistory: (type: string, query: OperateHistoryQuery, options?: ReadOptions) =>
      read<OperateHistoryData>(paths.operateHistory(type), { ...query }, options),
    /** Writes a row; what became of it. */
    create: async <Row>(module: string, values: object) =>
      (await http.post(paths.post(module), values, { limitMs: submitLimitMs })) as Row,
    remove: (module: string, id: string) =>
      http.post(paths.delete(module), { id }, { limitMs: submitLimitMs }),
    downloadFile: (no: string, options?: ReadOptions) =>
      http.download(paths.downloadFile(no), undefined, options),
  }
}

/** Calls about the person: their sign-ins, their second factor, what is theirs. */
function createAccountCalls(http: HttpClient, read: Read) {
  return {
    /** The signed-in person; `status: "ok"` counts as success here, and only here (T2). */
    currentUser: (options?: ReadOptions) =>
      read<CurrentUser>(paths.currentUser, undefined, { ...options, accepts: isStatusOk }),
    /** The same for who works in the console; 401 to everybody else (T4). */
    currentEmployee: (options?: ReadOptions) =>
      read<CurrentUser>(paths.currentEmployee, undefined, { ...options, accepts: isStatusOk }),
    login: async (body: LoginBody) =>
      (await http.post(paths.login, body, { limitMs: submitLimitMs })) as LoginData,
    /** Sends a code; `check` always goes with it (T30). */
    sendCode: async (body: SendCodeBody) =>
      (await http.post(
        paths.sendCode,
        { check: false, ...body },
        { limitMs: submitLimitMs },
      )) as SendCodeData,
    smsLogin: async (body: SmsLoginBody) =>
      (await http.post(paths.smsLogin, body, { limitMs: submitLimitMs })) as LoginData,
    signInWays: (options?: ReadOptions) => read<SignInMethods>(paths.signInWays, undefined, options),
    /** Signs in by what WeChat led back with. */
    weixinExchange: async (body: WeixinCodeBody) =>
      (await http.post(paths.weixinExchange, body, { limitMs: submitLimitMs })) as LoginData,
    /** Links the person's account to their WeChat, right after signing in. */
    weixinLink: (body: WeixinCodeBody) => http.post(paths.weixinLink, body, { limitMs: submitLimitMs }),
    /** Keeps the fresh sign-in on its device: it lasts longer. */
    keepSignIn: async () =>
      (await http.post(paths.keep, {}, { limitMs: submitLimitMs })) as PersistSignInData,
    logout: (options?: TokenOptions) => http.post(paths.logout, {}, { ...options, limitMs: submitLimitMs }),
    /** Ends all of the person's sign-ins, this one too. */
    logoutEverywhere: () => http.post(paths.logoutEverywhere, {}, { limitMs: submitLimitMs }),
    /** The person's own sign-ins. */
    signIns: async (options?: ReadOptions) =>
      (await read<ListData<SignInInfo>>(paths.signIns, undefined, options)).items,
    endSignIn: (id: string) => http.post(paths.endSignIn, { id }, { limitMs: submitLimitMs }),
    changePassword: (body: ChangePasswordBody) =>
      http.post(paths.changePassword, body, { limitMs: submitLimitMs }),
    /** How the person's second factor stands. */
    secondFactor: (options?: ReadOptions) => read<SecondFactorState>(paths.secondFactor, undefined, options),
    /** Completes a sign-in. @param options.headers the token of a sign-in that is not the session's yet */
    verifySecondFactor: (body: SecondFactorBody, options?: TokenOptions) =>
      http.post(paths.verifySecondFactor, body, { ...options, limitMs: submitLimitMs }),
    setUpSecondFactor: async (body: ProofBody, options?: TokenOptions) =>
      (await http.post(paths.setUpSecondFactor, body, {
        ...options,
        limitMs: submitLimitMs,
      })) as SecondFactorSetup,
    confirmSecondFactor: async (body: SecondFactorBody, options?: TokenOptions) =>
      (await http.post(paths.confirmSecondFactor, body, {
        ...options,
        limitMs: submitLimitMs,
      })) as RecoveryCodesData,
    renewRecoveryCodes: async (body: ProofBody) =>
      (await http.post(paths.renewRecoveryCodes, body, { limitMs: submitLimitMs })) as RecoveryCodesData,
    removeSecondFactor: (body: ProofBody) =>
      http.post(paths.removeSecondFactor, body, { limitMs: submitLimitMs }),
    /** Everything that is the person's, as a zip. As long as it takes: their files are in it. */
    ownData: () => http.download(paths.ownData),
    /** Takes the account and everything that is the person's away for good. */
    eraseOwnData: (body: EraseBody) => http.post(paths.eraseOwnData, body, { limitMs: submitLimitMs }),
  }
}

/** The API lives under one prefix of the app's own origin; a deployment with another one says so in the page. */
function findBasePath(): string {
  return globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content || '/api'
}

/** Where nothing is asked over a network, on the server, any origin will do. */
const findBaseUrl = (): string => (globalThis.location?.origin ?? 'http://localhost') + findBasePath()

/** Whole address of a call, for who speaks to the server by other means. In a page that the server draws it has no origin. */
export const getEndpointUrl = (path: string): string =>
  (globalThis.location?.origin ?? '') + findBasePath() + path

/**
 * Address of a stored file, for the browser itself: images, pinned files. It carries no token. In a page that the server
 * draws it has no origin: the browser's is the one.
 */
export const getFileUrl = (no: string): string => getEndpointUrl(paths.downloadFile(no))

/** Where WeChat's sign-in begins: the browser goes there, and comes back to a page of ours. */
export const getWeixinSignInUrl = (redirectUrl: string, scope: WeixinScope): string =>
  `${findBaseUrl()}${paths.weixinRedirect}?${new URLSearchParams({ redirect_url: redirectUrl, scope }).toString()}`

/** The app's own client. */
export const api: Api = createApi(
  createHttpClient({
    baseUrl: findBaseUrl(),
    getToken: authStore.getToken,
    getLocale,
    // A call that is sure to fail is not made: it would cost power, and an error in the console each time.
    fetch: (...args) =>
      connectivity.isCut() ? Promise.reject(new TypeError('no network')) : globalThis.fetch(...args),
    onServerDate: serverClock.observe,
    onForumNow: demoClock.observe,
    onAnswer: connectivity.reportAnswer,
    onNoAnswer: connectivity.reportFailure,
    // The answer about the token itself is its asker's.
    onUnauthorised: ({ pathname }) =>
      pathname.endsWith(paths.currentUser) || pathname.endsWith(paths.currentEmployee) || tellUnauthorised(),
    takePageData: pageData.take,
  }),
)
