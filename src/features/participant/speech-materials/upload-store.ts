import type { MaterialKind } from './material-kinds.ts'

/** Phase of an upload. */
export type UploadPhase =
  /** Another file is being sent first. */
  | 'waiting'
  | 'sending'
  /** Completely sent; the server is checking it. */
  | 'checking'
  /** Paused by the user. */
  | 'paused'
  /** Interrupted by the network; it resumes automatically. */
  | 'broken'
  /** Rejected by the server, or replaced on another device. */
  | 'refused'

/** An upload of a material. */
export interface MaterialUpload {
  file: File
  phase: UploadPhase
  sentBytes: number
  /** Text for the phase `refused`. */
  text?: string
}

/** Uploads by kind; absent when there is none. */
export type MaterialUploads = Readonly<Partial<Record<MaterialKind, MaterialUpload>>>

/** Why an upload was rejected. */
export interface UploadErrorReason {
  /** In the user's language; may be empty. */
  message: string
}

/** Dependencies of the store. */
export interface UploadStoreDeps {
  /**
   * Uploads a file, resuming where it broke off.
   * @returns undefined when it is done, or the reason of a rejection
   * @throws when it broke off or was stopped
   */
  deliver: (
    kind: MaterialKind,
    file: File,
    on: { onSent: (bytes: number) => void; signal: AbortSignal },
  ) => Promise<UploadErrorReason | undefined>
  /** Removes what the server has received of a cancelled file. */
  discard: (kind: MaterialKind, file: File) => void
}

/** The uploads, which go on while the user visits other screens. */
export interface UploadStore {
  get: () => MaterialUploads
  /** Calls back after each change. Returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
  /** Queues a file that the user has chosen, in place of an earlier upload of its kind. */
  choose: (kind: MaterialKind, file: File) => void
  pause: (kind: MaterialKind) => void
  /** Resumes a paused or interrupted upload. */
  resume: (kind: MaterialKind) => void
  /** Cancels an upload, or dismisses its rejection. */
  cancel: (kind: MaterialKind) => void
  /** Resumes uploads that the network interrupted. */
  resumeBroken: () => void
  /** Stops and removes all uploads, after signing out. */
  forget: () => void
}

/** Creates the store. It sends one file at a time, in the order of choice, because two would share the bandwidth. */
export function createUploadStore({ deliver, discard }: UploadStoreDeps): UploadStore {
  const { get, subscribe, set, update, remove } = createUploadState()
  /** The transfer that is running. */
  let active: { kind: MaterialKind; controller: AbortController } | undefined
  /** Aborts the transfer of a kind if it is the running one. */
  const stop = (kind: MaterialKind) => {
    if (active?.kind !== kind) return
    active.controller.abort(new Error('stopped'))
    active = undefined
  }

  async function run(kind: MaterialKind, { file }: MaterialUpload): Promise<void> {
    const transfer = { kind, controller: new AbortController() }
    active = transfer
    update(kind, { phase: 'sending' })
    // After `stop` another transfer may be active, so late results of this one are ignored.
    const ifActive = (change: () => void) => active === transfer && change()
    const onSent = (bytes: number) =>
      ifActive(() => update(kind, { sentBytes: bytes, phase: bytes < file.size ? 'sending' : 'checking' }))
    try {
      const rejection = await deliver(kind, file, { onSent, signal: transfer.controller.signal })
      ifActive(() => (rejection ? update(kind, { phase: 'refused', text: rejection.message }) : remove(kind)))
    } catch {
      // `deliver` throws for interruptions, and after an abort, which `ifActive` ignores.
      ifActive(() => update(kind, { phase: 'broken' }))
    }
    ifActive(() => (active = undefined))
    startNext()
  }

  function startNext(): void {
    if (active) return
    const nextUpload = Object.entries(get()).find(([, { phase }]) => phase === 'waiting')
    if (nextUpload) void run(nextUpload[0] as MaterialKind, nextUpload[1])
  }

  const queue = (kind: MaterialKind, upload: MaterialUpload) => {
    // The order of the keys is that of the queue, so the kind moves to the end.
    set({ ...without(get(), kind), [kind]: { ...upload, phase: 'waiting' } })
    startNext()
  }

  return {
    get,
    subscribe,
    choose(kind, file) {
      const previous = get()[kind]
      stop(kind)
      // The same file resumes where its upload ended.
      if (previous && !isSame(previous.file, file)) discard(kind, previous.file)
      queue(kind, { file, phase: 'waiting', sentBytes: 0 })
    },
    pause(kind) {
      stop(kind)
      update(kind, { phase: 'paused' })
      startNext()
    },
    resume(kind) {
      const upload = get()[kind]
      if (upload?.phase === 'paused' || upload?.phase === 'broken') queue(kind, upload)
    },
    cancel(kind) {
      const upload = get()[kind]
      stop(kind)
      remove(kind)
      // For a refused file `deliver` has decided whether its upload stays on the server.
      if (upload && upload.phase !== 'refused') discard(kind, upload.file)
      startNext()
    },
    resumeBroken() {
      for (const [kind, upload] of Object.entries(get()))
        if (upload.phase === 'broken') queue(kind as MaterialKind, upload)
    },
    forget() {
      active?.controller.abort(new Error('signed out'))
      active = undefined
      set({})
    },
  }
}

/** Creates the state of the uploads, with subscriptions. */
function createUploadState() {
  let uploads: MaterialUploads = {}
  const listeners = new Set<() => void>()
  const set = (nextUploads: MaterialUploads) => {
    uploads = nextUploads
    for (const listener of listeners) listener()
  }
  return {
    get: () => uploads,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    /** Updates an upload that exists. */
    update: (kind: MaterialKind, change: Partial<MaterialUpload>) => {
      const upload = uploads[kind]
      if (upload) set({ ...uploads, [kind]: { ...upload, ...change } })
    },
    remove: (kind: MaterialKind) => set(without(uploads, kind)),
  }
}

/** Returns whether two chosen files are the same one, as far as the browser knows. */
const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

function without(uploads: MaterialUploads, kind: MaterialKind): MaterialUploads {
  return Object.fromEntries(Object.entries(uploads).filter(([name]) => name !== kind))
}
