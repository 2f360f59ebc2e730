import type { MaterialKind } from './material-kinds.ts'

/** Phase of an upload. */
export type UploadPhase =
  /** Another file is being sent first. */
  | 'waiting'
  | 'sending'
  /** Completely sent; the server is checking it. */
  | 'checking'
  /** By the user. */
  | 'paused'
  /** By the network; it resumes automatically. */
  | 'broken'
  | 'refused'

/** An upload of a material. */
export interface MaterialUpload {
  file: File
  phase: UploadPhase
  sentBytes: number
  /** Of a rejection: the server's text. */
  text?: string
}

/** Uploads by kind; absent when there is none. */
export type MaterialUploads = Readonly<Partial<Record<MaterialKind, MaterialUpload>>>

/** Why an upload was rejected. */
export interface UploadErrorReason {
  message: string
}

/** What the store needs from outside. */
export interface UploadStoreDeps {
  /**
   * Uploads a file, resuming where it broke off.
   * @returns undefined when it is done, or the server's rejection
   * @throws when it broke off or was stopped
   */
  deliver: (
    slot: MaterialKind,
    file: File,
    on: { sent: (bytes: number) => void; signal: AbortSignal },
  ) => Promise<UploadErrorReason | undefined>
  /** Removes what the server has received of a cancelled file. */
  discard: (slot: MaterialKind, file: File) => void
}

/** The uploads, which go on while the user visits other screens. */
export interface UploadStore {
  get: () => MaterialUploads
  subscribe: (listener: () => void) => () => void
  choose: (slot: MaterialKind, file: File) => void
  pause: (slot: MaterialKind) => void
  /** Resumes a paused upload. */
  resume: (slot: MaterialKind) => void
  /** Cancels an upload, or dismisses its rejection. */
  cancel: (slot: MaterialKind) => void
  /** Resumes uploads that the network interrupted. */
  resumeBroken: () => void
  /** Stops and removes all uploads, after signing out. */
  forget: () => void
}

/** Creates the store. It sends one file at a time, in the order of choice, because two would share the bandwidth. */
export function createUploadStore({ deliver, discard }: UploadStoreDeps): UploadStore {
  const { get, subscribe, set, put, drop } = createUploadState()
  let active: { slot: MaterialKind; controller: AbortController } | undefined
  const stop = (slot: MaterialKind) => {
    if (active?.slot !== slot) return
    active.controller.abort(new Error('stopped'))
    active = undefined
  }

  async function run(slot: MaterialKind, { file }: MaterialUpload): Promise<void> {
    const transfer = { slot, controller: new AbortController() }
    active = transfer
    put(slot, { phase: 'sending' })
    // Ignores what happens after the upload was stopped.
    const ifActive = (change: () => void) => active === transfer && change()
    const sent = (bytes: number) =>
      ifActive(() => put(slot, { sentBytes: bytes, phase: bytes < file.size ? 'sending' : 'checking' }))
    try {
      const rejection = await deliver(slot, file, { sent, signal: transfer.controller.signal })
      ifActive(() => (rejection ? put(slot, { phase: 'refused', text: rejection.message }) : drop(slot)))
    } catch {
      ifActive(() => put(slot, { phase: 'broken' }))
    }
    ifActive(() => (active = undefined))
    next()
  }

  function next(): void {
    if (active) return
    const nextUpload = Object.entries(get()).find(([, { phase }]) => phase === 'waiting')
    if (nextUpload) void run(nextUpload[0] as MaterialKind, nextUpload[1])
  }

  const queue = (slot: MaterialKind, upload: MaterialUpload) => {
    // Moves to the end of the queue.
    set({ ...without(get(), slot), [slot]: { ...upload, phase: 'waiting' } })
    next()
  }

  return {
    get,
    subscribe,
    choose(slot, file) {
      const before = get()[slot]
      stop(slot)
      if (before && !isSame(before.file, file)) discard(slot, before.file)
      queue(slot, { file, phase: 'waiting', sentBytes: 0 })
    },
    pause(slot) {
      stop(slot)
      put(slot, { phase: 'paused' })
      next()
    },
    resume(slot) {
      const upload = get()[slot]
      if (upload?.phase === 'paused' || upload?.phase === 'broken') queue(slot, upload)
    },
    cancel(slot) {
      const upload = get()[slot]
      stop(slot)
      drop(slot)
      if (upload && upload.phase !== 'refused') discard(slot, upload.file)
      next()
    },
    resumeBroken() {
      for (const [slot, upload] of Object.entries(get()))
        if (upload.phase === 'broken') queue(slot as MaterialKind, upload)
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
  const set = (next: MaterialUploads) => {
    uploads = next
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
    put: (slot: MaterialKind, change: Partial<MaterialUpload>) => {
      const upload = uploads[slot]
      if (upload) set({ ...uploads, [slot]: { ...upload, ...change } })
    },
    drop: (slot: MaterialKind) => set(without(uploads, slot)),
  }
}

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

function without(uploads: MaterialUploads, slot: MaterialKind): MaterialUploads {
  return Object.fromEntries(Object.entries(uploads).filter(([name]) => name !== slot))
}
