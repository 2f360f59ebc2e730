/** What tabs of the app tell each other of sign-ins; each has a session of its own (specification §3). */
export interface SessionTabs {
  /** This person signed out here, and so on the whole device (offline.md 1). */
  tellSignedOut: (userId: string) => void
  onSignedOut: (listener: (userId: string) => void) => void
}

/** @param open gives the channel between the tabs; undefined where the browser has none */
export function createSessionTabs(open: () => BroadcastChannel | undefined): SessionTabs {
  let opened: BroadcastChannel | undefined
  const channel = () => (opened ??= open())
  return {
    tellSignedOut: (userId) => channel()?.postMessage({ signedOut: userId }),
    onSignedOut: (listener) =>
      channel()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isSignedOut(data)) listener(data.signedOut)
      }),
  }
}

function isSignedOut(data: unknown): data is { signedOut: string } {
  return (
    typeof data === 'object' && data !== null && 'signedOut' in data && typeof data.signedOut === 'string'
  )
}

/** The app's tabs. */
export const sessionTabs = createSessionTabs(() =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : undefined,
)
