import type { CurrentUser } from '#contract/api.ts'

/** A sign-in that a signed-in tab passes to a new tab. */
interface TabSignIn {
  token: string
  user: CurrentUser
}

/** Messages between the app's tabs about sign-ins. Each tab has its own sessionStorage. */
export interface AuthChannel {
  /** Notifies the other tabs that the user signed out, which ends the sign-in on the whole device. */
  notifySignedOut: (userId: string) => void
  /** Calls back with the user's id when another tab notifies of a sign-out. */
  onSignedOut: (listener: (userId: string) => void) => void
  /** Asks the other tabs for their users, and returns the ids that arrive within `waitMs`. */
  findSignedInUsers: (waitMs: number) => Promise<ReadonlySet<string>>
  /**
   * Answers `findSignedInUsers` of other tabs from now on.
   * @param getUserId returns the id of this tab's user; undefined sends no answer
   */
  answerSignedInUser: (getUserId: () => string | undefined) => void
  /**
   * Requests the sign-in of another tab, since a new tab starts without one.
   * @returns the first answer; undefined when none comes within `waitMs`
   */
  requestSignIn: (waitMs: number) => Promise<TabSignIn | undefined>
  /**
   * Answers `requestSignIn` of other tabs from now on.
   * @param findSignIn returns this tab's sign-in; undefined sends no answer
   */
  answerSignInRequests: (findSignIn: () => TabSignIn | undefined) => void
}

/**
 * Creates the channel, which opens at the first use and stays open.
 * @param open opens the browser's channel; undefined where the browser has none
 */
export function createAuthChannel(open: () => BroadcastChannel | undefined): AuthChannel {
  let openedChannel: BroadcastChannel | undefined
  const channel = () => (openedChannel ??= open())
  const onMessage = (listener: (message: TabMessage) => void): (() => void) => {
    const handleMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null) listener(data)
    }
    channel()?.addEventListener('message', handleMessage)
    return () => channel()?.removeEventListener('message', handleMessage)
  }
  return {
    notifySignedOut: (userId) => channel()?.postMessage({ signedOut: userId }),
    onSignedOut(listener) {
      onMessage(({ signedOut }) => {
        if (typeof signedOut === 'string') listener(signedOut)
      })
    },
    findSignedInUsers(waitMs) {
      const result = new Set<string>()
      const unsubscribe = onMessage(({ isHere }) => {
        if (typeof isHere === 'string') result.add(isHere)
      })
      channel()?.postMessage({ whoIsHere: true })
      return new Promise((resolve) => {
        setTimeout(() => {
          unsubscribe()
          resolve(result)
        }, waitMs)
      })
    },
    answerSignedInUser(getUserId) {
      onMessage(({ whoIsHere }) => {
        const id = getUserId()
        if (whoIsHere === true && id !== undefined) channel()?.postMessage({ isHere: id })
      })
    },
    requestSignIn(waitMs) {
      return new Promise((resolve) => {
        const settle = (result?: TabSignIn) => {
          unsubscribe()
          clearTimeout(timer)
          resolve(result)
        }
        const unsubscribe = onMessage(({ signIn }) => {
          if (isSignIn(signIn)) settle(signIn)
        })
        const timer = setTimeout(settle, waitMs)
        channel()?.postMessage({ wantsSignIn: true })
      })
    },
    answerSignInRequests(findSignIn) {
      onMessage(({ wantsSignIn }) => {
        const signIn = wantsSignIn === true ? findSignIn() : undefined
        if (signIn) channel()?.postMessage({ signIn })
      })
    },
  }
}

/**
 * A message between tabs; each has one of the members. They are unknown, because a tab with another version of the app
 * may send other data.
 */
interface TabMessage {
  /** Notifies of a sign-out: id of the user who signed out. */
  signedOut?: unknown
  /** True asks each tab for the id of its user. */
  whoIsHere?: unknown
  /** Answers `whoIsHere`: id of the sending tab's user. */
  isHere?: unknown
  /** True asks each tab for its sign-in. */
  wantsSignIn?: unknown
  /** Answers `wantsSignIn`: the sending tab's {@link TabSignIn}. */
  signIn?: unknown
}

function isSignIn(value: unknown): value is TabSignIn {
  if (typeof value !== 'object' || value === null) return false
  const { token, user } = value as Partial<TabSignIn>
  return typeof token === 'string' && typeof user?.id === 'string'
}

/** The channel between the app's tabs. */
export const authChannel = createAuthChannel(() =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : undefined,
)
