/**
 * Drawing of the forum: pagoda, houses and bridge by the canal, turbines and panels under the sun.
 * Plain data, shared by the masthead and the picture for shared links (scripts/make-share-picture.ts). Phones show the
 * middle of it.
 */
export const skylineBox = { width: 1440, height: 316 } as const

/** How a shape is painted: a class of `MastheadDrawing.module.css`, and a colour of the picture for shared links. */
export type ShapePaint = 'far' | 'near' | 'sun' | 'ray' | 'shape' | 'roof' | 'line' | 'water' | 'ripple'

/** A shape of the drawing: one path of SVG. */
export interface SkylineShape {
  paint: ShapePaint
  /** Attribute `d` of the path: within {@link skylineBox}, or around the origin if there is a transform. */
  d: string
  /** Attribute `transform`, which moves, turns and scales a blade of a turbine. */
  transform?: string
}

/** The shapes of the drawing, from back to front. */
export const skyline: readonly SkylineShape[] = [
  { paint: 'far', d: 'M0 190q120-54 250-30t230 34q90-20 170-46 150-42 280 8t220-2q150-40 290 10V256H0z' },
  { paint: 'near', d: 'M0 226q150-36 320-14t300 18 210-22 250-18 210 20 150-10V256H0z' },
  { paint: 'sun', d: 'M836 96a42 42 0 1 0 84 0a42 42 0 1 0-84 0z' },
  { paint: 'ray', d: 'M878 36V22M818 96h-14M921 53l10-10M835 53l-10-10' },
  { paint: 'shape', d: 'M962.8 251L964.4 84h3.2L969.2 251z' },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(966 84) rotate(12) scale(1.00)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(966 84) rotate(132) scale(1.00)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(966 84) rotate(252) scale(1.00)',
  },
  { paint: 'shape', d: 'M962.0 84a4.0 4.0 0 1 0 8.0 0a4.0 4.0 0 1 0 -8.0 0z' },
  { paint: 'shape', d: 'M1059.4 251L1060.7 122h2.6L1064.6 251z' },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1062 122) rotate(40) scale(0.74)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1062 122) rotate(160) scale(0.74)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1062 122) rotate(280) scale(0.74)',
  },
  { paint: 'shape', d: 'M1059.0 122a3.0 3.0 0 1 0 5.9 0a3.0 3.0 0 1 0 -5.9 0z' },
  { paint: 'shape', d: 'M1135.8 251L1136.9 148h2.2L1140.2 251z' },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1138 148) rotate(75) scale(0.55)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1138 148) rotate(195) scale(0.55)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1138 148) rotate(315) scale(0.55)',
  },
  { paint: 'shape', d: 'M1135.8 148a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z' },
  { paint: 'shape', d: 'M1287.2 251L1288.6 112h2.8L1292.8 251z' },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1290 112) rotate(25) scale(0.81)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1290 112) rotate(145) scale(0.81)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(1290 112) rotate(265) scale(0.81)',
  },
  { paint: 'shape', d: 'M1286.8 112a3.2 3.2 0 1 0 6.5 0a3.2 3.2 0 1 0 -6.5 0z' },
  { paint: 'shape', d: 'M307.7 251L308.9 138h2.3L312.3 251z' },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(310 138) rotate(50) scale(0.58)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(310 138) rotate(170) scale(0.58)',
  },
  {
    paint: 'shape',
    d: 'M0 0c6-12 5-40 0-62-4 22-6 50 0 62z',
    transform: 'translate(310 138) rotate(290) scale(0.58)',
  },
  { paint: 'shape', d: 'M307.7 138a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0z' },
  { paint: 'shape', d: 'M1170 244l10-20h30l-10 20zM1185 224l-10 20M1175 234h30M1188 244v8' },
  { paint: 'shape', d: 'M1214 244l10-20h30l-10 20zM1229 224l-10 20M1219 234h30M1232 244v8' },
  { paint: 'shape', d: 'M1350 244l10-20h30l-10 20zM1365 224l-10 20M1355 234h30M1368 244v8' },
  { paint: 'shape', d: 'M1394 244l10-20h30l-10 20zM1409 224l-10 20M1399 234h30M1412 244v8' },
  {
    paint: 'shape',
    d: 'M493 246V196h54V246M515 246v-20a5 5 0 0 1 10 0v20M496 186V166h48V186M515 186v-8a5 5 0 0 1 10 0v8M499 156V138h42V156M515 156v-8a5 5 0 0 1 10 0v8M502 128V112h36V128M515 128v-8a5 5 0 0 1 10 0v8M505 102V88h30V102M515 102v-8a5 5 0 0 1 10 0v8',
  },
  { paint: 'roof', d: 'M476 196q15 -1 20 -10h48q5 9 20 10q-44 -5 -88 0z' },
  { paint: 'roof', d: 'M481 166q13 -1 18 -10h42q5 9 18 10q-39 -5 -78 0z' },
  { paint: 'roof', d: 'M486 138q12 -1 16 -10h36q4 9 16 10q-34 -5 -68 0z' },
  { paint: 'roof', d: 'M491 112q10 -1 13 -10h32q3 9 13 10q-29 -5 -58 0z' },
  { paint: 'roof', d: 'M496 88q8 -1 11 -10h26q3 9 11 10q-24 -5 -48 0z' },
  { paint: 'shape', d: 'M508 78q12-3 12-22 0 19 12 22z' },
  { paint: 'line', d: 'M520 56V40M517 50h6M518 45h4' },
  { paint: 'shape', d: 'M470 246h100v6h-100z' },
  { paint: 'shape', d: 'M30 250V216h70V250z' },
  { paint: 'roof', d: 'M22 218q6-1 9-7l4-9h60l4 9q3 6 9 7q-43-4 -86 0z' },
  { paint: 'shape', d: 'M112 250V198h54V250z' },
  { paint: 'roof', d: 'M104 200q6-1 9-7l4-9h44l4 9q3 6 9 7q-35-4 -70 0z' },
  { paint: 'shape', d: 'M178 250V212h84V250z' },
  { paint: 'roof', d: 'M170 214q6-1 9-7l4-9h74l4 9q3 6 9 7q-50-4 -100 0z' },
  { paint: 'shape', d: 'M356 250V214h60V250z' },
  { paint: 'roof', d: 'M348 216q6-1 9-7l4-9h50l4 9q3 6 9 7q-38-4 -76 0z' },
  { paint: 'line', d: 'M44 226h10v12h-10zM49 226v12' },
  { paint: 'line', d: 'M76 226h10v12h-10zM81 226v12' },
  { paint: 'line', d: 'M126 210h10v12h-10zM131 210v12' },
  { paint: 'line', d: 'M146 210h10v12h-10zM151 210v12' },
  { paint: 'line', d: 'M192 224h10v12h-10zM197 224v12' },
  { paint: 'line', d: 'M238 224h10v12h-10zM243 224v12' },
  { paint: 'line', d: 'M368 226h10v12h-10zM373 226v12' },
  { paint: 'line', d: 'M134 250v-18a7 7 0 0 1 14 0v18' },
  { paint: 'line', d: 'M212 250v-18a7 7 0 0 1 14 0v18' },
  { paint: 'line', d: 'M390 250v-18a7 7 0 0 1 14 0v18' },
  { paint: 'line', d: 'M0 251H594M846 251H1440' },
  {
    paint: 'line',
    d: 'M446 250q3-18-1-34M445 216q-14 3-16 22M445 216q-7 9-8 27M445 216q12 2 16 22M445 216q9 8 8 27',
  },
  { paint: 'shape', d: 'M590 252c50-4 76-54 130-54s80 50 130 54h-78a52 48 0 0 0-104 0z' },
  {
    paint: 'line',
    d: 'M604 240c42-6 68-54 116-54s74 48 116 54M632 228v12M656 208v14M682 192v12M720 186v12M758 192v12M784 208v14M808 228v12',
  },
  { paint: 'water', d: 'M0 252H1440V316H0z' },
  {
    paint: 'ripple',
    d: 'M668 258a52 44 0 0 0 104 0M690 300q10-4 20 0t20 0 20 0M480 268q10-4 20 0t20 0 20 0 20 0M500 284q10-4 20 0t20 0M846 272q10-4 20 0t20 0 20 0M858 288q10-4 20 0t20 0M60 270q12-5 24 0t24 0 24 0 24 0M230 292q12-5 24 0t24 0 24 0M1010 276q12-5 24 0t24 0 24 0M1180 266q12-5 24 0t24 0 24 0M1290 294q12-5 24 0t24 0 24 0M356 272q10-4 20 0t20 0',
  },
  { paint: 'shape', d: 'M592 276q6 14 22 14h44q16 0 24-16q-12 5-24 5h-42q-14 0-24-3z' },
  { paint: 'shape', d: 'M612 278q2-20 24-20t26 20z' },
  { paint: 'line', d: 'M684 274q10-22 6-44M622 278q2-16 14-20M652 278q-2-16-16-20' },
]
