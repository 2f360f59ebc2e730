import {
  DndContext,
  DragOverlay,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { ReactNode } from 'react'
import type { BoardSlot } from './board-slots.ts'
import type { BoardContext } from './board-context.ts'
import styles from './Board.module.css'

/** Dragging starts after the mouse has moved this many CSS pixels. */
const mouseOptions = { activationConstraint: { distance: 6 } }
/** Dragging starts after a finger has rested `delay` milliseconds; a finger that moves earlier scrolls. */
const touchOptions = { activationConstraint: { delay: 220, tolerance: 8 } }

/** Lets the user drag a row: lifting chooses it, dropping on a free slot places it. */
export function BoardDndContext({ context, children }: { context: BoardContext; children: ReactNode }) {
  const sensors = useSensors(useSensor(MouseSensor, mouseOptions), useSensor(TouchSensor, touchOptions))
  const { chosenRow, data, placement, labels, onChoose } = context
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      // Free slots are rendered only after a row was lifted.
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      onDragStart={({ active }) => onChoose(String(active.id))}
      onDragEnd={({ active, over }) => {
        const row = data.findRow(String(active.id))
        const slot = over?.data.current as BoardSlot | undefined
        if (row && slot) placement.place(row, slot)
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {chosenRow && (
          <div className={styles.lifted} data-lifted>
            {labels.title(chosenRow)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
