/**
 * The browser's history as the router sees it. Each open layer (sheet, dialog, full-screen view) has an entry of its own
 * above its page's entry, so that the back step closes it and the page stays. The entry goes when the layer is closed in
 * another way: after it, one back step leaves the page, and forward finds nothing. The router learns of pages only.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'

interface Layer {
  /** Index of the page that it lies over, as the router counts pages. */
  page: number
  close: () => void
}

/** Of an entry: how many layers it stands for. Absent on the page's own entry. */
const depthKey = 'layers'
/** The router's index of the page: the same on a page's entry and on those of the layers over it. */
const pageKey = '__TSR_index'
/** A step that the browser never takes must not hold the router's writes for ever. */
const longestStepMs = 1000

let current: Entries | undefined

/**
 * Lets the back step close what is opened now. Does nothing where no page history is in use (tests, the server).
 * @param close called at most once, by the back step
 * @returns to be called when it is closed, in whichever way; a second call does nothing
 */
export function openLayer(close: () => void): () => void {
  return current?.open(close) ?? (() => undefined)
}

/** Creates the history of the window for the router. One at a time: the newest has the layers. */
export function createPageHistory(): RouterHistory {
  // The router's history writes into the entry that it is made at.
  let isMade = false
  const entries: Entries = new Entries(() => (isMade ? pageOf(pages.location.state) : undefined))
  const onStep = (event: Event) => entries.follow(() => tell?.(event))
  let tell: ((event: Event) => void) | undefined
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
      if (type === 'popstate') tell = listener
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
  // Not by `subscribe`: without a subscriber, before the app is drawn, the router itself loads where a redirect leads.
  const { notify } = pages
  pages.notify = (action) => {
    notify(action)
    entries.settle()
  }
  current = entries
  entries.settle()
  return pages
}

/** The entries of the page that the browser is at, and of the layers over it. */
class Entries {
  #layers: Layer[] = []
  #page = pageOf(history.state)
  #depth = depthOf(history.state)
  /** What was written last into an entry above the page's; the page's own entry takes it over. */
  #written = this.#depth > 0 ? { state: history.state as object, url: location.href } : undefined
  /** While the browser is on its way down to the page's own entry. */
  #steppingDown: ReturnType<typeof setTimeout> | undefined
  #waiting: (() => void)[] = []
  readonly #pageOfRouter: () => number | undefined

  /** @param pageOfRouter the page that the router is at; another one while it asks whether that may be left */
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
      // A link in a sheet closes it and opens a page at once: that page takes the entry.
      setTimeout(() => this.settle())
    }
  }

  push(state: object, url: string): void {
    this.#run(() => {
      if (this.#depth > 1 || this.#written) return this.#fromPage(() => this.push(state, url))
      // A page that is opened from a layer takes the layer's entry.
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

  /** After the browser has gone to another entry. */
  follow(tellRouter: () => void): void {
    const from = this.#depth
    // For another fragment the browser makes an entry by itself, without a state: the router learns of it, and of the way back.
    const isLayerStep = history.state !== null && depthOf(history.state) !== from
    const isSamePage = isLayerStep && pageOf(history.state) === this.#page
    this.#page = pageOf(history.state)
    this.#depth = depthOf(history.state)
    if (!isSamePage) {
      this.#written = this.#depth > 0 ? { state: history.state as object, url: location.href } : undefined
      tellRouter()
    } else if (this.#depth < from) {
      this.#carryDown()
      // Without a step of ours it is the person's. An entry whose layer has just been closed does not count as one.
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

  /** Runs something where the browser stays. */
  #run(action: () => void): void {
    if (this.#steppingDown === undefined) action()
    else this.#waiting.push(action)
  }

  #fromPage(action: () => void): void {
    this.#stepDown(this.#depth)
    this.#waiting.push(action)
  }

  #stepDown(count: number): void {
    this.#steppingDown = setTimeout(() => this.#endStep(), longestStepMs)
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

function depthOf(state: unknown): number {
  return (state as Record<string, number> | null)?.[depthKey] ?? 0
}

function pageOf(state: unknown): number {
  return (state as Record<string, number> | null)?.[pageKey] ?? 0
}
