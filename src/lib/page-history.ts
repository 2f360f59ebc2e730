/**
 * The router's view of the browser's history. Each open layer (sheet, dialog, full-screen view) has a history entry above
 * its page's entry, so that going back closes the layer and not the page. When the layer is closed otherwise, its entry is
 * removed: then one step back leaves the page, and there is no step forward. The router sees entries of pages only.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'

interface Layer {
  /** The router's index of the page below the layer. */
  page: number
  close: () => void
}

/** State key of an entry: the number of its layer. Absent on the page's own entry. */
const depthKey = 'layers'
/** State key of the router's page index, the same on a page's entry and those of its layers. */
const pageKey = '__TSR_index'
/** Timeout of a history step in milliseconds. A step that the browser never takes must not block writes forever. */
const maxStepMs = 1000

let current: Entries | undefined

/**
 * Opens a layer that going back closes. Does nothing without a page history (tests, the server).
 * @param close called at most once, when the user goes back
 * @returns call it when the layer is closed, in whichever way; a second call does nothing
 */
export function openLayer(close: () => void): () => void {
  return current?.open(close) ?? (() => undefined)
}

/** Creates the router's history of the window. Only the newest one handles layers. */
export function createPageHistory(): RouterHistory {
  // Creating the router's history writes into the current entry.
  let isMade = false
  const entries: Entries = new Entries(() => (isMade ? pageOf(pages.location.state) : undefined))
  const onStep = (event: Event) => entries.follow(() => routerListener?.(event))
  let routerListener: ((event: Event) => void) | undefined
  const seen = {
    location,
    document,
    history: {
      get state(): unknown {
        return history.state
      },
      get length() {
        return history.length
      },
      pushState: (state: object, _: string, url: string) => entries.push(state, url),
      replaceState: (state: object, _: string, url = location.href) => entries.replace(state, url),
      go: (steps: number) => entries.go(steps),
      back: () => entries.go(-1),
      forward: () => entries.go(1),
    },
    addEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions) {
      if (type === 'popstate') routerListener = listener
      else addEventListener(type, listener, options)
    },
    removeEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions) {
      if (type !== 'popstate') return removeEventListener(type, listener, options)
      removeEventListener('popstate', onStep)
      if (current === entries) current = undefined
    },
  }
  const pages = createBrowserHistory({ window: seen })
  isMade = true
  addEventListener('popstate', onStep)
  // Not `subscribe`: before the first render the router follows a redirect itself only without a subscriber.
  const { notify } = pages
  pages.notify = (action) => {
    notify(action)
    entries.settle()
  }
  current = entries
  entries.settle()
  return pages
}

/** The history entries of the current page and of its layers. */
class Entries {
  #layers: Layer[] = []
  #page = pageOf(history.state)
  #depth = getDepth(history.state)
  /** The last write into a layer's entry, which is copied to the page's own entry. */
  #written = this.#depth > 0 ? { state: history.state as object, url: location.href } : undefined
  /** Set while the browser goes back to the page's own entry. */
  #steppingDown: ReturnType<typeof setTimeout> | undefined
  #waiting: (() => void)[] = []
  readonly #pageOfRouter: () => number | undefined

  /** @param pageOfRouter returns the router's page, which differs while a blocker decides on leaving it */
  constructor(pageOfRouter: () => number | undefined) {
    this.#pageOfRouter = pageOfRouter
  }

  open(close: () => void): () => void {
    const layer = { page: this.#page, close }
    this.#layers.push(layer)
    this.settle()
    return () => {
      const place = this.#layers.indexOf(layer)
      if (place < 0) return
      this.#layers.splice(place, 1)
      // A link in a sheet closes it and opens a page at once: that page reuses the entry.
      setTimeout(() => this.settle())
    }
  }

  push(state: object, url: string): void {
    this.#run(() => {
      if (this.#depth > 1 || this.#written) return this.#fromPage(() => this.push(state, url))
      // A page that is opened from a layer reuses the layer's entry.
      if (this.#depth === 0) history.pushState(marked(state, 0), '', url)
      else history.replaceState(marked(state, 0), '', url)
      this.#depth = 0
      this.#page = pageOf(state)
      this.settle()
    })
  }

  replace(state: object, url: string): void {
    this.#run(() => {
      history.replaceState(marked(state, this.#depth), '', url)
      if (this.#depth > 0) this.#written = { state, url }
      this.#page = pageOf(state)
      this.settle()
    })
  }

  /** @param steps in pages */
  go(steps: number): void {
    this.#run(() => {
      if (this.#depth > 0 && steps < 0) this.#fromPage(() => this.go(steps))
      else history.go(steps)
    })
  }

  /** Makes as many entries as layers are open. */
  settle(): void {
    if (this.#steppingDown !== undefined || this.#pageOfRouter() !== this.#page) return
    const wanted = this.#open().length
    if (this.#depth > wanted) this.#stepDown(this.#depth - wanted)
    while (this.#depth < wanted) {
      this.#depth += 1
      history.pushState(marked(history.state as object, this.#depth), '')
    }
  }

  /** Handles a step of the browser to another entry. */
  follow(notifyRouter: () => void): void {
    const from = this.#depth
    // For another fragment the browser makes an entry without state: the router is notified of it, and of the step back.
    const isLayerStep = history.state !== null && getDepth(history.state) !== from
    const isSamePage = isLayerStep && pageOf(history.state) === this.#page
    this.#page = pageOf(history.state)
    this.#depth = getDepth(history.state)
    if (!isSamePage) {
      this.#written = this.#depth > 0 ? { state: history.state as object, url: location.href } : undefined
      notifyRouter()
    } else if (this.#depth < from) {
      this.#carryDown()
      // Without a step of ours the user has gone back. An entry whose layer was just closed does not count.
      if (this.#steppingDown === undefined) {
        if (from > this.#open().length) history.go(-1)
        else this.#closeAbove(this.#depth)
      }
    }
    this.#endStep()
  }

  #open(): Layer[] {
    return this.#layers.filter(({ page }) => page === this.#page)
  }

  #closeAbove(depth: number): void {
    for (const layer of this.#open().slice(depth).toReversed()) {
      this.#layers.splice(this.#layers.indexOf(layer), 1)
      layer.close()
    }
  }

  #carryDown(): void {
    if (!this.#written) return
    history.replaceState(marked(this.#written.state, this.#depth), '', this.#written.url)
    if (this.#depth === 0) this.#written = undefined
  }

  /** Runs an action while the browser stays at the entry. */
  #run(action: () => void): void {
    if (this.#steppingDown === undefined) action()
    else this.#waiting.push(action)
  }

  #fromPage(action: () => void): void {
    this.#stepDown(this.#depth)
    this.#waiting.push(action)
  }

  #stepDown(count: number): void {
    this.#steppingDown = setTimeout(() => this.#endStep(), maxStepMs)
    history.go(-count)
  }

  #endStep(): void {
    clearTimeout(this.#steppingDown)
    this.#steppingDown = undefined
    const actions = this.#waiting
    this.#waiting = []
    for (const action of actions) this.#run(action)
    this.settle()
  }
}

function marked(state: object, depth: number): object {
  return { ...state, [depthKey]: depth > 0 ? depth : undefined }
}

function getDepth(state: unknown): number {
  return (state as Record<string, number> | null)?.[depthKey] ?? 0
}

function pageOf(state: unknown): number {
  return (state as Record<string, number> | null)?.[pageKey] ?? 0
}
