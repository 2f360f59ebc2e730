/**
 * A browser history in which each open layer (sheet, dialog, full-screen view) has an entry above its page's entry, so
 * that going back closes the layer and not the page. When the layer is closed otherwise, its entry is removed. The router
 * sees only the entries of pages.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'

interface Layer {
  /** The router's index of the page below the layer. */
  page: number
  /** Closes the layer on screen, when the user has gone back. */
  close: () => void
}

/** State key of an entry: the number of its layer, counted from 1 above the page. Absent on the page's own entry. */
const depthKey = 'layers'
/** State key of the router's page index, the same on a page's entry and those of its layers. */
const pageKey = '__TSR_index'
/** Timeout of a history step in milliseconds, because the browser may ignore a step. */
const maxStepMs = 1000

/** The entries of the newest page history; undefined where there is none. */
let currentEntries: LayerEntries | undefined

/**
 * Opens a layer that going back closes. Does nothing without a page history (tests, the server).
 * @param close called at most once, when the user goes back
 * @returns call it when the layer is closed, in whichever way; a second call does nothing
 */
export function openLayer(close: () => void): () => void {
  return currentEntries?.open(close) ?? (() => undefined)
}

/** Creates the router's history of the window. Only the newest one handles layers. */
export function createPageHistory(): RouterHistory {
  // The constructor of the router's history already writes into the current entry.
  let isCreated = false
  const entries: LayerEntries = new LayerEntries(() =>
    isCreated ? getPage(routerHistory.location.state) : undefined,
  )
  const onPopState = (event: Event) => entries.handleStep(() => routerListener?.(event))
  let routerListener: ((event: Event) => void) | undefined
  /** The window as the router sees it: without the entries of layers. */
  const windowProxy = {
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
      removeEventListener('popstate', onPopState)
      if (currentEntries === entries) currentEntries = undefined
    },
  }
  const routerHistory = createBrowserHistory({ window: windowProxy })
  isCreated = true
  addEventListener('popstate', onPopState)
  // Wraps `notify` instead of subscribing: with a subscriber the router would not follow redirects before the first
  // render.
  const { notify } = routerHistory
  routerHistory.notify = (action) => {
    notify(action)
    entries.settle()
  }
  currentEntries = entries
  entries.settle()
  return routerHistory
}

/** The history entries of the current page and of its layers. */
class LayerEntries {
  /** The open layers of all pages, in the order of opening. */
  #layers: Layer[] = []
  /** The router's index of the page on screen. */
  #page = getPage(history.state)
  /** Number of the layer whose entry is the browser's current one; 0 for the page's own entry. */
  #depth = getDepth(history.state)
  /**
   * What the router has last written while a layer was open, such as a changed query. It lies in the layer's entry, and
   * must be copied to the page's own entry before the layer's entry goes.
   */
  #layerState = this.#depth > 0 ? { state: history.state as object, url: location.href } : undefined
  /** Timer of a pending step back to the page's own entry. */
  #stepTimer: ReturnType<typeof setTimeout> | undefined
  /** Calls of the router that wait for that step. */
  #pendingActions: (() => void)[] = []
  readonly #getRouterPage: () => number | undefined

  /**
   * @param getRouterPage returns the index of the router's page. It differs from the browser's while a blocker decides on
   * leaving the page; undefined while the router's history is created. Nothing is added or removed then
   */
  constructor(getRouterPage: () => number | undefined) {
    this.#getRouterPage = getRouterPage
  }

  /** See {@link openLayer}. */
  open(close: () => void): () => void {
    const layer = { page: this.#page, close }
    this.#layers.push(layer)
    this.settle()
    return () => {
      const index = this.#layers.indexOf(layer)
      if (index < 0) return
      this.#layers.splice(index, 1)
      // Waits for a task: a link in a sheet closes it and opens a page at once, and that page reuses the entry.
      setTimeout(() => this.settle())
    }
  }

  /** Adds an entry for a page that the router opens. */
  push(state: object, url: string): void {
    this.#runAfterStep(() => {
      // Only one layer's entry can be reused, and only if the page's own entry needs no copy of its state.
      if (this.#depth > 1 || this.#layerState) return this.#runOnPageEntry(() => this.push(state, url))
      // A page that is opened from a layer reuses the layer's entry.
      if (this.#depth === 0) history.pushState(withDepth(state, 0), '', url)
      else history.replaceState(withDepth(state, 0), '', url)
      this.#depth = 0
      this.#page = getPage(state)
      this.settle()
    })
  }

  /** Replaces state and URL of the current page, in the current entry. See `#layerState` for an open layer. */
  replace(state: object, url: string): void {
    this.#runAfterStep(() => {
      history.replaceState(withDepth(state, this.#depth), '', url)
      if (this.#depth > 0) this.#layerState = { state, url }
      this.#page = getPage(state)
      this.settle()
    })
  }

  /** Goes to another page. @param steps number of pages; negative to go back */
  go(steps: number): void {
    this.#runAfterStep(() => {
      if (this.#depth > 0 && steps < 0) this.#runOnPageEntry(() => this.go(steps))
      else history.go(steps)
    })
  }

  /** Adds or removes history entries until there is one for each open layer. */
  settle(): void {
    if (this.#stepTimer !== undefined || this.#getRouterPage() !== this.#page) return
    const openCount = this.#listOpenLayers().length
    if (this.#depth > openCount) this.#goBack(this.#depth - openCount)
    while (this.#depth < openCount) {
      this.#depth += 1
      history.pushState(withDepth(history.state as object, this.#depth), '')
    }
  }

  /**
   * Handles a step of the browser to another entry, which the user or this class has made.
   * @param notifyRouter passes the step to the router, if it leads to another page
   */
  handleStep(notifyRouter: () => void): void {
    const previousDepth = this.#depth
    // A change of the fragment creates an entry without state, which is a step between pages.
    const isLayerStep = history.state !== null && getDepth(history.state) !== previousDepth
    const isSamePage = isLayerStep && getPage(history.state) === this.#page
    this.#page = getPage(history.state)
    this.#depth = getDepth(history.state)
    if (!isSamePage) {
      this.#layerState = this.#depth > 0 ? { state: history.state as object, url: location.href } : undefined
      notifyRouter()
    } else if (this.#depth < previousDepth) {
      this.#copyStateDown()
      // Without a pending step of this class, the user has gone back. If they left the entry of a layer that was just
      // closed, nothing changed on screen: one more step does what they meant.
      if (this.#stepTimer === undefined) {
        if (previousDepth > this.#listOpenLayers().length) history.go(-1)
        else this.#closeAbove(this.#depth)
      }
    }
    this.#endStep()
  }

  /** Lists the open layers of the current page, in the order of opening. */
  #listOpenLayers(): Layer[] {
    return this.#layers.filter(({ page }) => page === this.#page)
  }

  /** Closes the layers with higher numbers, the top one first. */
  #closeAbove(depth: number): void {
    for (const layer of this.#listOpenLayers().slice(depth).toReversed()) {
      this.#layers.splice(this.#layers.indexOf(layer), 1)
      layer.close()
    }
  }

  /** Copies the router's last write to the current entry, after a step from a layer's entry to one below. */
  #copyStateDown(): void {
    if (!this.#layerState) return
    history.replaceState(withDepth(this.#layerState.state, this.#depth), '', this.#layerState.url)
    if (this.#depth === 0) this.#layerState = undefined
  }

  /** Runs an action now, or after a pending step to the page's own entry. */
  #runAfterStep(action: () => void): void {
    if (this.#stepTimer === undefined) action()
    else this.#pendingActions.push(action)
  }

  /** Steps back to the page's own entry, and runs an action there. */
  #runOnPageEntry(action: () => void): void {
    this.#goBack(this.#depth)
    this.#pendingActions.push(action)
  }

  /** Steps back over the entries of layers. `handleStep` or the timeout ends the step. */
  #goBack(count: number): void {
    this.#stepTimer = setTimeout(() => this.#endStep(), maxStepMs)
    history.go(-count)
  }

  #endStep(): void {
    clearTimeout(this.#stepTimer)
    this.#stepTimer = undefined
    const actions = this.#pendingActions
    this.#pendingActions = []
    // An action may start the next step, which the actions after it must wait for.
    for (const action of actions) this.#runAfterStep(action)
    this.settle()
  }
}

function withDepth(state: object, depth: number): object {
  return { ...state, [depthKey]: depth > 0 ? depth : undefined }
}

function getDepth(state: unknown): number {
  return (state as Record<string, number> | null)?.[depthKey] ?? 0
}

function getPage(state: unknown): number {
  return (state as Record<string, number> | null)?.[pageKey] ?? 0
}
