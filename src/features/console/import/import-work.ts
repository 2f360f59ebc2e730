import type { ImportProgress, ImportReport, OnError, UndoReport } from '#contract/transfer.ts'
import { toFailure } from './failure.ts'
import { checkAsWished, type CheckParts } from './check-as-wished.ts'
import { nothing, type ImportPhase, type ImportState } from './import-state.ts'
import { firstSettings, nameOf, withoutReading, type ImportSettings } from './settings.ts'

/** What an import works with. */
export interface ImportWorkParts extends CheckParts {
  upload: (
    file: File,
    following: {
      url: string | undefined
      onUrl: (url: string) => void
      onSent: (bytes: number) => void
      signal: AbortSignal
    },
  ) => Promise<string>
  commit: (token: string, onError: OnError, following: Following) => Promise<ImportReport>
  undo: (token: string, following: Following) => Promise<UndoReport>
  cancel: (token: string) => Promise<unknown>
  /** Wishes that held for the last import. */
  recall: () => Promise<ImportSettings['wishes']>
  remember: (wishes: ImportSettings['wishes']) => void
  /** Keeps the page from being reloaded meanwhile. */
  hold: <Result>(work: Promise<Result>) => Promise<Result>
}

interface Following {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

export type ImportWork = ReturnType<typeof createImportWork>

/** An import that goes on while its person looks at other screens, and keeps file and settings whatever goes wrong. */
export function createImportWork(parts: ImportWorkParts) {
  let state = nothing
  /** Of the upload that was begun, and of the file that it became. */
  let url: string | undefined
  let no: string | undefined
  let running: AbortController | undefined
  const listeners = new Set<() => void>()
  const set = (change: Partial<ImportState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  /** Does one thing at a time; what goes wrong leads to where it began. */
  async function run(
    phase: ImportPhase,
    back: ImportPhase,
    work: (following: Following) => Promise<Partial<ImportState>>,
  ): Promise<void> {
    if (running) return
    const own = new AbortController()
    running = own
    set({ phase, failure: undefined, progress: undefined })
    const onProgress = ({ step, rows, total }: ImportProgress) =>
      set({ progress: { step, done: rows, total } })
    try {
      const change = await parts.hold(work({ signal: own.signal, onProgress }))
      set({ ...change, progress: undefined })
    } catch (error) {
      const failure = own.signal.aborted ? undefined : toFailure(error, state.phase)
      const isOver = failure?.kind === 'expired' && back === 'checked'
      set({ phase: back, progress: undefined, failure, ...(isOver && { checkedWith: undefined }) })
    } finally {
      running = undefined
    }
  }

  const check = () => {
    const { settings, file, phase: before } = state
    const back = state.headers ? 'checked' : 'choosing'
    if (before === 'written' || before === 'undone') return Promise.resolve()
    return run(no === undefined ? 'sending' : 'checking', back, async (following) => {
      no ??= await send(file, following.signal)
      set({ phase: 'checking', progress: undefined })
      try {
        const found = await checkAsWished(parts, no, settings, state.headers?.columns ?? [], following)
        return { phase: 'checked', checkedWith: settings, report: undefined, ...found }
      } catch (error) {
        const failure = toFailure(error, 'checking')
        // It ran out on the server: the next try brings it there again.
        if (failure.isFileGone) {
          no = undefined
          url = undefined
        }
        throw error
      }
    })
  }

  async function send(file: File | undefined, signal: AbortSignal): Promise<string> {
    if (!file) throw new TypeError('no file was chosen')
    const onSent = (done: number) => set({ progress: { step: 'sending', done, total: file.size } })
    const onUrl = (address: string) => {
      url = address
    }
    return parts.upload(file, { url, onUrl, onSent, signal })
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: () => state,
    /** Takes a file, the first one or a corrected one: what was said of its columns holds for it too. */
    async choose(file: File): Promise<void> {
      if (running) return
      const isFirst = state.phase === 'choosing' && Object.keys(state.settings.wishes).length === 0
      const settings = isFirst
        ? { ...firstSettings, wishes: await parts.recall() }
        : withoutReading(state.settings)
      url = undefined
      no = undefined
      set({ ...nothing, headers: isFirst ? undefined : state.headers, file, fileName: file.name, settings })
      await check()
    },
    /** Takes up an import that was checked before. */
    resume(report: ImportReport): void {
      if (running) return
      const { mode, match, fileName = '', columns, paths, reading } = report
      const wishes = Object.fromEntries(columns.map((column) => [nameOf(column, columns), column.path]))
      const settings = { ...firstSettings, mode, wishes, ...(match.length > 0 && { match }) }
      no = undefined
      set({
        ...nothing,
        phase: 'checked',
        report,
        headers: { columns, paths, ...(reading && { reading }) },
        fileName,
        settings,
        checkedWith: settings,
      })
    },
    change: (change: Partial<ImportSettings>) => set({ settings: { ...state.settings, ...change } }),
    check,
    commit(onError: OnError): Promise<void> {
      const { report } = state
      if (!report) return Promise.resolve()
      set({ onError })
      return run('writing', 'checked', async (following) => {
        const written = await parts.commit(report.token, onError, following)
        parts.remember(state.settings.wishes)
        return { phase: 'written', report: written }
      })
    },
    undo(token: string): Promise<void> {
      const { phase } = state
      return run('undoing', phase, async (following) => ({
        phase: 'undone',
        undone: await parts.undo(token, following),
      }))
    },
    /** Ends what goes on. What is being written is ended by the server, whose answer says what became of it. */
    stop(): void {
      const { phase, report } = state
      if (phase === 'writing' && report) void parts.cancel(report.token).catch(() => undefined)
      else if (phase !== 'undoing') running?.abort()
    },
    /** Its person has gone: nothing more is asked in the name of who comes. */
    leave: () => running?.abort(),
    /** Begins anew with another file. */
    reset(): void {
      if (running) return
      url = undefined
      no = undefined
      set(nothing)
    },
  }
}
