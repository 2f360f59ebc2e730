/** Largest magnification: the small print of a plan is legible from three times on. */
export const maxZoom = 6
const stepFactor = 1.5
/** Wheel distance in pixels that zooms like one step of the buttons. */
const wheelPixels = 240

interface Point {
  x: number
  y: number
}

/** Magnifies a surface in a scrolling frame. Moving about is the frame's own scrolling. */
export interface Zoom {
  /** Attaches to the frame, whose first child is the surface. @returns a function that detaches */
  attach: (frame: HTMLElement) => () => void
  /** 1 shows the whole width, {@link maxZoom} is the end. */
  get: () => number
  subscribe: (listener: () => void) => () => void
  grow: () => void
  shrink: () => void
  showWhole: () => void
  /** Moves a point of the surface, in shares of its width and height, into the middle, at least so large. */
  lookAt: (point: Point, atLeast: number) => void
}

/**
 * By buttons, by two fingers, and by the wheel with Ctrl, which is also what touchpads send: the point under the fingers
 * or the pointer stays where it is. Sizes are set on the element, since they change with every move of a finger.
 */
export function createZoom(): Zoom {
  const listeners = new Set<() => void>()
  let frame: HTMLElement | undefined
  let zoom = 1
  const surface = () => frame?.firstElementChild as HTMLElement | null | undefined

  const zoomTo = (wanted: number, at?: Point) => {
    const next = Math.min(maxZoom, Math.max(1, wanted))
    const sheet = surface()
    if (!frame || !sheet || next === zoom) return
    const point = at ?? { x: frame.clientWidth / 2, y: frame.clientHeight / 2 }
    const factor = next / zoom
    const left = (frame.scrollLeft + point.x) * factor - point.x
    const top = (frame.scrollTop + point.y) * factor - point.y
    zoom = next
    sheet.style.width = `${next * 100}%`
    frame.scrollTo(left, top)
    for (const listener of listeners) listener()
  }

  return {
    attach(box) {
      frame = box
      const stop = followGestures(box, () => zoom, zoomTo)
      return () => {
        stop()
        frame = undefined
      }
    },
    get: () => zoom,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    grow: () => zoomTo(zoom * stepFactor),
    shrink: () => zoomTo(zoom / stepFactor),
    showWhole: () => zoomTo(1),
    lookAt(point, atLeast) {
      zoomTo(Math.max(zoom, atLeast))
      const sheet = surface()
      if (!frame || !sheet) return
      frame.scrollTo(
        point.x * sheet.clientWidth - frame.clientWidth / 2,
        point.y * sheet.clientHeight - frame.clientHeight / 2,
      )
    },
  }
}

/** A handler that keeps the browser from zooming the whole page must not be passive. */
function followGestures(
  box: HTMLElement,
  zoomNow: () => number,
  zoomTo: (zoom: number, at: Point) => void,
): () => void {
  let pinch: { distance: number; zoom: number } | undefined
  const at = (x: number, y: number): Point => {
    const { left, top } = box.getBoundingClientRect()
    return { x: x - left, y: y - top }
  }
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomTo(zoomNow() * stepFactor ** (-event.deltaY / wheelPixels), at(event.clientX, event.clientY))
  }
  const onTouchMove = (event: TouchEvent) => {
    const [one, two] = event.touches
    if (!one || !two) return
    event.preventDefault()
    const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)
    pinch ??= { distance, zoom: zoomNow() }
    const middle = at((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2)
    zoomTo((pinch.zoom * distance) / pinch.distance, middle)
  }
  const onTouchEnd = () => (pinch = undefined)
  // Touch scrolls natively; a mouse drags the surface.
  const onMouseMove = (event: MouseEvent) => {
    if (event.buttons === 1) box.scrollBy(-event.movementX, -event.movementY)
  }
  box.addEventListener('wheel', onWheel, { passive: false })
  box.addEventListener('touchmove', onTouchMove, { passive: false })
  box.addEventListener('touchend', onTouchEnd)
  box.addEventListener('mousemove', onMouseMove)
  return () => {
    box.removeEventListener('wheel', onWheel)
    box.removeEventListener('touchmove', onTouchMove)
    box.removeEventListener('touchend', onTouchEnd)
    box.removeEventListener('mousemove', onMouseMove)
  }
}
