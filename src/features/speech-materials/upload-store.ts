import type { MaterialKind } from './material-kinds.ts'

/** How far a file is on its way. */
export type UploadPhase =
  /** Another file goes first. */
  | 'waiting'
  | 'sending'
  /** All of it is there; the server looks into it and puts it in its place. */
  | 'checking'
  /** By the person. */
  | 'paused'
  /** By the network: goes on by itself. */
  | 'broken'
  | 'refused'

/** A file on its way into a place. */
export interface MaterialUpload {
  file: File
  phase: UploadPhase
  sentBytes: number
  /** Of a refusal: the server's words. */
  text?: string
}

/** Uploads by place; a place without one is at rest. */
export type MaterialUploads = Readonly<Partial<Record<MaterialKind, MaterialUpload>>>

/** Why a refused upload was refused. */
export interface UploadErrorReason {
  refusal: string
}

/** What the store needs from outside. */
export interface UploadStoreDeps {
  /**
   * Sends a file into its place, from where it broke off.
   * @returns when it is there, or the server's refusal
   * @throws when it broke off, or was stopped
   */
  deliver: (
    slot: MaterialKind,
    file: File,
    on: { sent: (bytes: number) => void; signal: AbortSignal },
  ) => Promise<UploadErrorReason | undefined>
  /** Takes back what has arrived of a file that is given up. */
  giveUp: (slot: MaterialKind, file: File) => void
}

/** The files on their way, followed by the screen; they go on when the person looks at something else. */
export interface UploadStore {
  get: () => MaterialUploads
  subscribe: (listener: () => void) => () => void
  choose: (slot: MaterialKind, file: File) => void
  pause: (slot: MaterialKind) => void
  /** Goes on with a paused file. */
  resume: (slot: MaterialKind) => void
  /** Gives a file up, or puts its refusal away. */
  cancel: (slot: MaterialKind) => void
  /** Goes on with files that the network broke off. */
  resumeBroken: () => void
  /** Stops and forgets everything: the person signed out. */
  forget: () => void
}

/** One file is sent at a time, in the order in which they were chosen: a second one would halve the line of both. */
export function createUploadStore({ deliver, giveUp }: UploadStoreDeps): UploadStore {
  const { get, subscribe, set, put, drop } = createUploadState()
  let active: { slot: MaterialKind; controller: AbortController } | undefined
  const stop = (slot: MaterialKind) => {
    if (active?.slot !== slot) return
    active.controller.abort(new Error('stopped'))
    active = undefined
  }

  async function run(slot: MaterialKind, { file }: MaterialUpload): Promise<void> {
    const own = { slot, controller: new AbortController() }
    active = own
    put(slot, { phase: 'sending' })
    // What comes after it was stopped is of no interest any more.
    const ifActive = (change: () => void) => active === own && change()
    const sent = (bytes: number) =>
      ifActive(() => put(slot, { sentBytes: bytes, phase: bytes < file.size ? 'sending' : 'checking' }))
    try {
      const refused = await deliver(slot, file, { sent, signal: own.controller.signal })
      ifActive(() => (refused ? put(slot, { phase: 'refused', text: refused.refusal }) : drop(slot)))
    } catch {
      ifActive(() => put(slot, { phase: 'broken' }))
    }
    ifActive(() => (active = undefined))
    next()
  }

  function next(): void {
    if (active) return
    const waiting = Object.entries(get()).find(([, { phase }]) => phase === 'waiting')
    if (waiting) void run(waiting[0] as MaterialKind, waiting[1])
  }

  const queue = (slot: MaterialKind, upload: MaterialUpload) => {
    // At the end: who was chosen last waits last.
    set({ ...without(get(), slot), [slot]: { ...upload, phase: 'waiting' } })
    next()
  }

  return {
    get,
    subscribe,
    choose(slot, file) {
      const before = get()[slot]
      stop(slot)
      if (before && !isSame(before.file, file)) giveUp(slot, before.file)
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
      if (upload && upload.phase !== 'refused') giveUp(slot, upload.file)
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

/** Holds the uploads, and calls its listeners at each change. */
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
    /** Changes an upload that is there. */
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
