import { skyline, skylineBox } from './skyline.ts'
import styles from './MastheadDrawing.module.css'

/** The skyline in the theme's colours. */
export function MastheadDrawing() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={styles.drawing}
      viewBox={`0 0 ${skylineBox.width} ${skylineBox.height}`}
      preserveAspectRatio="xMidYMax slice"
    >
      {skyline.map(({ paint, d, transform }) => (
        <path key={d + transform} className={styles[paint]} d={d} transform={transform} />
      ))}
    </svg>
  )
}
