import type { CurrentUser } from '#contract/api.ts'

/** A sign-in, as one tab hands it to another. */
export interface TabSignIn {
  token: string
  user: CurrentUser
}

/** What tabs of the app tell each other of sign-ins; each has a session of its own (specification §3). */
export interface AuthChannel {
  /** This person signed out here, and so on the whole device (offline.md 1). */
  tellSignedOut: (userId: string) => void
  onSignedOut: (listener: (userId: string) => void) => void
  /** The people signed in in other tabs, as far as these answer in time. */
  askWhoIsHere: (waitMs: number) => Promise<ReadonlySet<string>>
  /** Answers that question of other tabs from now on. */
  answerWhoIsHere: (userId: () => string | undefined) => void
  /** The sign-in of another tab, the first that answers in time: a tab opened by hand begins without one. */
  askForSignIn: (waitMs: number) => Promise<TabSignIn | undefined>
  /** Answers that question of other tabs from now on. */
  answerSignIn: (find: () => TabSignIn | undefined) => void
}

/** @param open gives the channel between the tabs; undefined where the browser has none */
export function createAuthChannel(open: () => BroadcastChannel | undefined): AuthChannel {
  let opened: BroadcastChannel | undefined
  const channel = () => (opened ??= open())
  const onMessage = (listener: (message: TabMessage) => void): (() => void) => {
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null) listener(data)
    }
    channel()?.addEventListener('message', hear)
    return () => channel()?.removeEventListener('message', hear)
  }
  return {
    tellSignedOut: (userId) => channel()?.postMessage({ signedOut: userId }),
    onSignedOut(listener) {
      onMessage(({ signedOut }) => {
        if (typeof signedOut === 'string') listener(signedOut)
      })
    },
    askWhoIsHere(waitMs) {
      const found = new Set<string>()
      const stop = onMessage(({ isHere }) => {
        if (typeof isHere === 'string') found.add(isHere)
      })
      channel()?.postMessage({ whoIsHere: true })
      return new Promise((resolve) => {
        setTimeout(() => {
          stop()
          resolve(found)
        }, waitMs)
      })
    },
    answerWhoIsHere(userId) {
      onMessage(({ whoIsHere }) => {
        const id = userId()
        if (whoIsHere === true && id !== undefined) channel()?.postMessage({ isHere: id })
      })
    },
    askForSignIn(waitMs) {
      return new Promise((resolve) => {
        const end = (found?: TabSignIn) => {
          stop()
          clearTimeout(timer)
          resolve(found)
        }
        const stop = onMessage(({ signIn }) => {
          if (isSignIn(signIn)) end(signIn)
        })
        const timer = setTimeout(end, waitMs)
        channel()?.postMessage({ wantsSignIn: true })
      })
    },
    answerSignIn(find) {
      onMessage(({ wantsSignIn }) => {
        const signIn = wantsSignIn === true ? find() : undefined
        if (signIn) channel()?.postMessage({ signIn })
      })
    },
  }
}

/** What tabs say; a tab of another version may say something else. */
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

/** The app's tabs. */
export const authChannel = createAuthChannel(() =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : undefined,
)
