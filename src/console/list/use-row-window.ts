import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

/** Rows rendered beyond either edge of the window. */
const overscanRows = 6

/**
 * Virtualizes a long list: returns the rows to render, which are those in view and some around them.
 * @param count number of rows in the list
 * @param rowPx estimated height of a row in CSS pixels; rows with the ref `measure` are measured
 * @param onRange receives the indexes of the first and the last rendered row when they change; both are 0 without rows
 */
export function useRowWindow(
  count: number,
  rowPx: number,
  onRange: (firstIndex: number, lastIndex: number) => void,
) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its result is read at each render and never memoized
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: overscanRows,
    // Rows that scroll into view are rendered in a task of their own, so that scrolling is not blocked.
    useFlushSync: false,
  })
  const visibleItems = virtualizer.getVirtualItems()
  const firstIndex = visibleItems[0]?.index ?? 0
  const lastIndex = visibleItems.at(-1)?.index ?? 0
  useEffect(() => onRange(firstIndex, lastIndex), [onRange, firstIndex, lastIndex])
  const renderedEndPx = visibleItems.at(-1)?.end ?? 0
  return {
    /** Ref of the element that scrolls. */
    scroller,
    visibleItems,
    /** Ref of a rendered row, which needs its index as `data-index`. */
    measure: virtualizer.measureElement,
    /** Heights of the rows that are not rendered, in CSS pixels. */
    spaceBeforePx: visibleItems[0]?.start ?? 0,
    spaceAfterPx: Math.max(0, virtualizer.getTotalSize() - renderedEndPx),
  }
}
