import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

/** Rows drawn beyond the edge of the window, on both sides. */
const beyondEdge = 6

/**
 * Which rows of a long list are drawn: those in its window. Says which they are when that changes.
 * @param rowPx height of a row at first, in CSS pixels; what is drawn is measured
 */
export function useRowWindow(count: number, rowPx: number, onRange: (first: number, last: number) => void) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- what it gives is not kept anywhere: it is asked at each drawing
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: beyondEdge,
    // The browser scrolls what is drawn; what comes next is drawn in a task of its own.
    useFlushSync: false,
  })
  const drawn = rows.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [onRange, first, last])
  const end = drawn.at(-1)?.end ?? 0
  return {
    scroller,
    drawn,
    measure: rows.measureElement,
    /** Heights of what is not drawn, in CSS pixels. */
    before: drawn[0]?.start ?? 0,
    after: Math.max(0, rows.getTotalSize() - end),
  }
}
