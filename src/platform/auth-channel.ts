import type { CurrentUser } from '#contract/api.ts'

/** A sign-in that one tab passes to another. */
interface TabSignIn {
  token: string
  user: CurrentUser
}

/** Messages between the app's tabs about sign-ins. Each tab has its own sessionStorage. */
export interface AuthChannel {
  /** Notifies the other tabs that the user signed out, which ends the sign-in on the whole device. */
  notifySignedOut: (userId: string) => void
  onSignedOut: (listener: (userId: string) => void) => void
  /** Finds the ids of users signed in in other tabs that respond in time. */
  findSignedInUsers: (waitMs: number) => Promise<ReadonlySet<string>>
  /** Answers that request of other tabs from now on. */
  answerSignedInUser: (userId: () => string | undefined) => void
  /** Requests the sign-in of another tab, since a new tab starts without one. The first response in time counts. */
  requestSignIn: (waitMs: number) => Promise<TabSignIn | undefined>
  /** Answers that request of other tabs from now on. */
  answerSignInRequests: (find: () => TabSignIn | undefined) => void
}

/** @param open opens the channel between tabs; undefined where the browser has none */
export function createAuthChannel(open: () => BroadcastChannel | undefined): AuthChannel {
  let opened: BroadcastChannel | undefined
  const channel = () => (opened ??= open())
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
    answerSignedInUser(userId) {
      onMessage(({ whoIsHere }) => {
        const id = userId()
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
    answerSignInRequests(find) {
      onMessage(({ wantsSignIn }) => {
        const signIn = wantsSignIn === true ? find() : undefined
        if (signIn) channel()?.postMessage({ signIn })
      })
    },
  }
}

/** A message between tabs. A tab with another version of the app may send other data. */
interface TabMessage {
  signedOut?: unknown
  whoIsHere?: unknown
  isHere?: unknown
  wantsSignIn?: unknown
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
