import { createStore, type Store } from '@tanstack/react-store'

/** Maximum zoom factor. The small print of a plan is legible from factor 3 on. */
export const maxZoom = 6
/** Ratio of the zoom factors before and after one press of a zoom button. */
const stepFactor = 1.5
/** Wheel distance in pixels that zooms like one step of the buttons. */
const wheelStepPx = 240

/** A point in CSS pixels from the frame's upper left corner; for `centerOn` in fractions of the surface. */
interface Point {
  x: number
  y: number
}

/** Zooms a surface in a scrollable frame. Screens create it with {@link createZoom} and give it to `ZoomArea`. */
export interface Zoom {
  /** Attaches to the frame, whose first child is the surface. @returns a function that detaches */
  attach: (frame: HTMLElement) => () => void
  /** The zoom factor, from 1 (the whole width) to {@link maxZoom}. */
  factor: Store<number>
  /** Zooms in by one step. */
  grow: () => void
  /** Zooms out by one step. */
  shrink: () => void
  /** Returns to factor 1. */
  showWhole: () => void
  /** Centres a point of the surface, given in fractions of its width and height, with at least this zoom factor. */
  centerOn: (point: Point, minFactor: number) => void
}

/**
 * Creates a zoom for buttons, pinch gestures, and the wheel with Ctrl, as touchpads send it. The point under the fingers
 * or the pointer stays in position. Sizes are set directly on the element, because they change with every touch move.
 */
export function createZoom(): Zoom {
  const factor = createStore(1)
  let frame: HTMLElement | undefined
  const findSurface = () => frame?.firstElementChild as HTMLElement | null | undefined

  /** @param fixedPoint point of the frame that stays in position; its centre by default */
  const zoomTo = (requestedZoom: number, fixedPoint?: Point) => {
    const nextZoom = Math.min(maxZoom, Math.max(1, requestedZoom))
    const surface = findSurface()
    if (!frame || !surface || nextZoom === factor.state) return
    const point = fixedPoint ?? { x: frame.clientWidth / 2, y: frame.clientHeight / 2 }
    const growth = nextZoom / factor.state
    const left = (frame.scrollLeft + point.x) * growth - point.x
    const top = (frame.scrollTop + point.y) * growth - point.y
    surface.style.width = `${nextZoom * 100}%`
    frame.scrollTo(left, top)
    factor.setState(() => nextZoom)
  }

  return {
    attach(frameElement) {
      frame = frameElement
      const removeListeners = listenForGestures(frameElement, () => factor.state, zoomTo)
      return () => {
        removeListeners()
        frame = undefined
      }
    },
    factor,
    grow: () => zoomTo(factor.state * stepFactor),
    shrink: () => zoomTo(factor.state / stepFactor),
    showWhole: () => zoomTo(1),
    centerOn(point, minFactor) {
      zoomTo(Math.max(factor.state, minFactor))
      const surface = findSurface()
      if (!frame || !surface) return
      frame.scrollTo(
        point.x * surface.clientWidth - frame.clientWidth / 2,
        point.y * surface.clientHeight - frame.clientHeight / 2,
      )
    },
  }
}

/** Adds the gesture listeners. Those that prevent the browser from zooming the whole page must not be passive. */
function listenForGestures(
  frameElement: HTMLElement,
  getZoom: () => number,
  zoomTo: (zoom: number, fixedPoint: Point) => void,
): () => void {
  /** Distance of the fingers in CSS pixels and zoom factor when the pinch began; undefined between pinches. */
  let pinch: { distance: number; zoom: number } | undefined
  const toFramePoint = (x: number, y: number): Point => {
    const { left, top } = frameElement.getBoundingClientRect()
    return { x: x - left, y: y - top }
  }
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomTo(
      getZoom() * stepFactor ** (-event.deltaY / wheelStepPx),
      toFramePoint(event.clientX, event.clientY),
    )
  }
  const onTouchMove = (event: TouchEvent) => {
    const [firstTouch, secondTouch] = event.touches
    if (!firstTouch || !secondTouch) return
    event.preventDefault()
    const distance = Math.hypot(
      firstTouch.clientX - secondTouch.clientX,
      firstTouch.clientY - secondTouch.clientY,
    )
    pinch ??= { distance, zoom: getZoom() }
    const middle = toFramePoint(
      (firstTouch.clientX + secondTouch.clientX) / 2,
      (firstTouch.clientY + secondTouch.clientY) / 2,
    )
    zoomTo((pinch.zoom * distance) / pinch.distance, middle)
  }
  const onTouchEnd = () => (pinch = undefined)
  // Touch scrolls natively; a mouse drags the surface with its main button (1) alone.
  const onMouseMove = (event: MouseEvent) => {
    if (event.buttons === 1) frameElement.scrollBy(-event.movementX, -event.movementY)
  }
  frameElement.addEventListener('wheel', onWheel, { passive: false })
  frameElement.addEventListener('touchmove', onTouchMove, { passive: false })
  frameElement.addEventListener('touchend', onTouchEnd)
  frameElement.addEventListener('mousemove', onMouseMove)
  return () => {
    frameElement.removeEventListener('wheel', onWheel)
    frameElement.removeEventListener('touchmove', onTouchMove)
    frameElement.removeEventListener('touchend', onTouchEnd)
    frameElement.removeEventListener('mousemove', onMouseMove)
  }
}
