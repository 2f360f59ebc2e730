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
import { demoClock, serverClock } from './server-clock.ts'
import { createHttpClient, type HttpClient, type HttpOptions } from './http/client.ts'
import { isStatusOk } from './http/response.ts'

import { getLocale } from './locale.ts'
import { pageData } from './page-data.ts'
import { authStore } from './auth.ts'

export { ApiError, InvalidUrlError, isClientError, NetworkError } from './http/errors.ts'

/** Default timeout of a GET in milliseconds. After it the screen shows persisted data with its age. */
const readTimeoutMs = 8_000
/** Timeout of a POST with JSON, in milliseconds. Longer than a read: it has no persisted data to fall back on. */
const submitTimeoutMs = 15_000

/** Options of a GET. `limitMs` replaces the default timeout. */
type ReadOptions = Pick<HttpOptions, 'signal' | 'limitMs'>
/** Headers with the token of a sign-in that is not in the auth store, such as one that still needs its second factor. */
type TokenOptions = Pick<HttpOptions, 'headers'>

let notifyUnauthorized: () => void = () => undefined

/** Sets the callback for calls whose token the server refused. The app calls this once, at its start. */
export function setUnauthorizedHandler(listener: () => void): void {
  notifyUnauthorized = listener
}

/** Creates the typed calls of the contract over a client. Reads time out after {@link readTimeoutMs} by default. */
function createApi(http: HttpClient) {
  const read = createRead(http)
  return { ...http, ...createRowCalls(http, read), ...createAccountCalls(http, read) }
}

export type Api = ReturnType<typeof createApi>

/** Calls GET. The caller names the type of the data, which nobody checks at run time. */
type Read = <Data>(
  path: string,
  params?: Parameters<HttpClient['get']>[1],
  options?: HttpOptions,
) => Promise<Data>

function createRead(http: HttpClient): Read {
  return async <Data>(path: string, params?: Parameters<Read>[1], options: HttpOptions = {}) =>
    (await http.get(path, params, { limitMs: readTimeoutMs, ...options })) as Data
}

/** Calls about modules and their rows. */
function createRowCalls(http: HttpClient, read: Read) {
  return {
    /** One page of a module's rows. */
    list: <Row>(module: string, params: ListParams = {}, options?: ReadOptions) =>
      read<ListData<Row>>(paths.list(module), toListQuery(params), options),
    /** All rows of a module, where its definition allows that: size 0 requests them on one page. */
    listAll: async <Row>(
      module: string,
      params: Omit<ListParams, 'page' | 'size'> = {},
      options?: ReadOptions,
    ) => (await read<ListData<Row>>(paths.list(module), toListQuery({ ...params, size: 0 }), options)).items,
    /** One row of a module by its id. */
    detail: <Row>(module: string, id: string, options?: ReadOptions) =>
      read<Row>(paths.detail(module, id), undefined, options),
    /** The article with a number, of whichever module, with its kind. */
    article: <Row>(no: string, options?: ReadOptions) =>
      read<ArticleData<Row>>(paths.article(no), undefined, options),
    /** A setting of the forum by its name. */
    settings: <Name extends keyof Settings>(name: Name, options?: ReadOptions) =>
      read<Settings[Name]>(paths.settings(name), undefined, options),
    /** The options of a module's enum fields, by `typeCode`. */
    options: (module: string, options?: ReadOptions) =>
      read<OptionsData>(paths.options(module), undefined, options),
    /** The metadata of a module: the fields, views and actions that the caller may see. */
    metadata: (module: string, options?: ReadOptions) =>
      read<ModuleMetadata>(paths.metadata(module), undefined, options),
    /** The modules that the caller may list. */
    modules: (options?: ReadOptions) => read<ModuleSummary[]>(paths.modules, undefined, options),
    /** One page of search results, over one module or all of them. */
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
    /** Free seats of tours. */
    seats: (options?: ReadOptions) => read<SeatsData>(paths.seats, undefined, options),
    /** Returns whether the user has marked (type `favourite`) or downloaded (type `download`) the row of the query. */
    operateHistory: (type: string, query: OperateHistoryQuery, options?: ReadOptions) =>
      read<OperateHistoryData>(paths.operateHistory(type), { ...query }, options),
    /** Creates a row, and returns it as stored. */
    create: async <Row>(module: string, values: object) =>
      (await http.post(paths.post(module), values, { limitMs: submitTimeoutMs })) as Row,
    remove: (module: string, id: string) =>
      http.post(paths.delete(module), { id }, { limitMs: submitTimeoutMs }),
    /** Downloads a stored file by its number, with the user's token. For public files {@link getFileUrl} is enough. */
    downloadFile: (no: string, options?: ReadOptions) =>
      http.download(paths.downloadFile(no), undefined, options),
  }
}

/** Calls about the user's account: sign-ins, second factor, personal data. */
function createAccountCalls(http: HttpClient, read: Read) {
  return {
    /** The signed-in user. Here and in `currentEmployee` a body with `status: "ok"` also counts as success. */
    currentUser: (options?: ReadOptions) =>
      read<CurrentUser>(paths.currentUser, undefined, { ...options, accepts: isStatusOk }),
    /** The signed-in user of the console. Responds 401 to everybody else. */
    currentEmployee: (options?: ReadOptions) =>
      read<CurrentUser>(paths.currentEmployee, undefined, { ...options, accepts: isStatusOk }),
    /** Signs in with name and password. The sign-in may still need its second factor. */
    login: async (body: LoginBody) =>
      (await http.post(paths.login, body, { limitMs: submitTimeoutMs })) as LoginData,
    /** Sends a code to a mobile phone. The server ignores `check`, which the public API documents as part of the body. */
    sendCode: async (body: SendCodeBody) =>
      (await http.post(
        paths.sendCode,
        { check: false, ...body },
        { limitMs: submitTimeoutMs },
      )) as SendCodeData,
    /** Signs in with the code of a text message. */
    smsLogin: async (body: SmsLoginBody) =>
      (await http.post(paths.smsLogin, body, { limitMs: submitTimeoutMs })) as LoginData,
    /** The ways to sign in that this server is configured for. */
    signInMethods: (options?: ReadOptions) => read<SignInMethods>(paths.signInMethods, undefined, options),
    /** Signs in with the code from WeChat's redirect. */
    weixinExchange: async (body: WeixinCodeBody) =>
      (await http.post(paths.weixinExchange, body, { limitMs: submitTimeoutMs })) as LoginData,
    /** Links the signed-in account to WeChat, right after signing in. */
    weixinLink: (body: WeixinCodeBody) => http.post(paths.weixinLink, body, { limitMs: submitTimeoutMs }),
    /** Makes the current sign-in persistent, which extends it. */
    persistSignIn: async () =>
      (await http.post(paths.persistSignIn, {}, { limitMs: submitTimeoutMs })) as PersistSignInData,
    /** Ends the current sign-in. @param options.headers token of another sign-in to end instead */
    logout: (options?: TokenOptions) => http.post(paths.logout, {}, { ...options, limitMs: submitTimeoutMs }),
    /** Ends all of the user's sign-ins, this one included. */
    logoutEverywhere: () => http.post(paths.logoutEverywhere, {}, { limitMs: submitTimeoutMs }),
    /** The user's own sign-ins. */
    signIns: async (options?: ReadOptions) =>
      (await read<ListData<SignInInfo>>(paths.signIns, undefined, options)).items,
    endSignIn: (id: string) => http.post(paths.endSignIn, { id }, { limitMs: submitTimeoutMs }),
    changePassword: (body: ChangePasswordBody) =>
      http.post(paths.changePassword, body, { limitMs: submitTimeoutMs }),
    /** State of the user's second factor. */
    secondFactor: (options?: ReadOptions) => read<SecondFactorState>(paths.secondFactor, undefined, options),
    /** Completes a sign-in. @param options.headers token of a sign-in that is not in the auth store yet */
    verifySecondFactor: (body: SecondFactorBody, options?: TokenOptions) =>
      http.post(paths.verifySecondFactor, body, { ...options, limitMs: submitTimeoutMs }),
    setUpSecondFactor: async (body: ProofBody, options?: TokenOptions) =>
      (await http.post(paths.setUpSecondFactor, body, {
        ...options,
        limitMs: submitTimeoutMs,
      })) as SecondFactorSetup,
    confirmSecondFactor: async (body: SecondFactorBody, options?: TokenOptions) =>
      (await http.post(paths.confirmSecondFactor, body, {
        ...options,
        limitMs: submitTimeoutMs,
      })) as RecoveryCodesData,
    renewRecoveryCodes: async (body: ProofBody) =>
      (await http.post(paths.renewRecoveryCodes, body, { limitMs: submitTimeoutMs })) as RecoveryCodesData,
    removeSecondFactor: (body: ProofBody) =>
      http.post(paths.removeSecondFactor, body, { limitMs: submitTimeoutMs }),
    /** The user's personal data as a zip. No timeout, since it contains the user's files. */
    ownData: () => http.download(paths.ownData),
    /** Deletes the account and all personal data. */
    eraseOwnData: (body: EraseBody) => http.post(paths.eraseOwnData, body, { limitMs: submitTimeoutMs }),
  }
}

/** Finds the path prefix of the API. Deployments with another prefix than `/api` name it in the page's head. */
function findBasePath(): string {
  return globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content || '/api'
}

/** Finds the full URL of the API. During prerendering nothing is fetched, so any origin will do. */
const findBaseUrl = (): string => (globalThis.location?.origin ?? 'http://localhost') + findBasePath()

/**
 * Returns the full URL of an endpoint, for code that does not use the client. Prerendered pages get it without origin.
 */
export const getEndpointUrl = (path: string): string =>
  (globalThis.location?.origin ?? '') + findBasePath() + path

/**
 * Returns the URL of a stored file, for images and pinned files. It carries no token. Prerendered pages get it without
 * origin.
 */
export const getFileUrl = (no: string): string => getEndpointUrl(paths.downloadFile(no))

/** Returns the URL where a sign-in by WeChat starts. WeChat redirects back to a page of the app. */
export const getWeixinSignInUrl = (redirectUrl: string, scope: WeixinScope): string =>
  `${findBaseUrl()}${paths.weixinRedirect}?${new URLSearchParams({ redirect_url: redirectUrl, scope }).toString()}`

/** The app's own client. */
export const api: Api = createApi(
  createHttpClient({
    baseUrl: findBaseUrl(),
    getToken: authStore.getToken,
    getLocale,
    // Skips a request that is sure to fail: it would cost power, and log an error each time.
    fetch: (...args) =>
      connectivity.hasNoNetwork() ? Promise.reject(new TypeError('no network')) : globalThis.fetch(...args),
    onServerDate: serverClock.observe,
    onForumNow: demoClock.observe,
    onResponse: connectivity.reportResponse,
    onNoResponse: connectivity.reportFailure,
    // The handler requests the current user to check the token. A refusal of that request is handled by its caller.
    onUnauthorized: ({ pathname }) =>
      pathname.endsWith(paths.currentUser) ||
      pathname.endsWith(paths.currentEmployee) ||
      notifyUnauthorized(),
    takePageData: pageData.take,
  }),
)
