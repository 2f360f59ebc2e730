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

/**
 * A mouse starts to drag after this many CSS pixels, a finger after resting this many milliseconds; before that it
 * scrolls.
 */
const mouse = { activationConstraint: { distance: 6 } }
const finger = { activationConstraint: { delay: 220, tolerance: 8 } }

/** Lets the user drag a row: lifting chooses it, dropping on a free slot places it. */
export function BoardDndContext({ plan, children }: { plan: BoardContext; children: ReactNode }) {
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, finger))
  const { chosen, data, placing, labels, onChoose } = plan
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
        if (row && slot) placing.place(row, slot)
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {chosen && (
          <div className={styles.lifted} data-lifted>
            {labels.title(chosen)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
