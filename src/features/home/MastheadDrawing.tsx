/** Turbines, the sun and a bridge over the canal in one line. */
export function MastheadDrawing() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1200 220"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      stroke="var(--primary)"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx={742} cy={92} r={38} fill="var(--accent-tint)" stroke="var(--accent)" />
      <path stroke="var(--accent)" d="M742 38V26M796 92h12M688 92h-12M780 54l8-8M704 54l-8-8" />
      <g opacity={0.45}>
        <path d="M0 170q90-34 190-14t190-14 210 8 190-22 190 18 230-12" />
      </g>
      <path d="M846 176V58M846 58V6M846 58l45 26M846 58l-45 26M918 178v-82M918 96V60M918 96l31 18M918 96l-31 18M988 180v-60M988 120V94M988 120l23 13M988 120l-23 13" />
      <path d="M330 190h60q30-64 140-64t140 64h70M478 190a52 46 0 0 1 104 0M420 168q24-50 110-50t110 50M452 152v-14M492 138v-16M530 134v-18M568 138v-16M608 152v-14" />
      <path d="M0 190h330M740 190h460" />
      <path d="M150 190v-34h-16l42-26 42 26h-16v34M168 190v-16h16v16M234 190v-24h-10l28-18 28 18h-10v24" />
      <path
        opacity={0.6}
        d="M60 206q20-8 40 0t40 0 40 0M420 206q20-8 40 0t40 0 40 0 40 0 40 0M820 206q20-8 40 0t40 0 40 0M1040 204q20-8 40 0t40 0"
      />
    </svg>
  )
}
