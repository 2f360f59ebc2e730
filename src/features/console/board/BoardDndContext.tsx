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

/** A mouse drags after so many CSS pixels, a finger after resting so many milliseconds: before that it scrolls. */
const mouse = { activationConstraint: { distance: 6 } }
const finger = { activationConstraint: { delay: 220, tolerance: 8 } }

/** Dragging is a short cut of the two touches: it chooses what it lifts, and drops it on a free time or nowhere. */
export function BoardDndContext({ plan, children }: { plan: BoardContext; children: ReactNode }) {
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, finger))
  const { chosen, data, placing, words, onChoose } = plan
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      // Free times appear when something is lifted.
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      onDragStart={({ active }) => onChoose(String(active.id))}
      onDragEnd={({ active, over }) => {
        const row = data.rowOf(String(active.id))
        const span = over?.data.current as BoardSlot | undefined
        if (row && span) placing.place(row, span)
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {chosen && (
          <div className={styles.lifted} data-lifted>
            {words.title(chosen)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
