/**
 * Draws jewellery as SVG. No dependencies, deterministic: the same input gives the same picture.
 *
 *   import { jewelry, hero } from './jewelry.mjs'
 *   jewelry({ kind: 'ring', metal: 'yellow', karat: '18K', stone: 'emerald', seed: 7 })  // -> '<svg …>'
 *
 * kind   ring | earrings | pendant | chain | bracelet | bangle | brooch | stone | findings
 * metal  yellow | white | rose            karat 24K 22K 21K 18K 14K 10K
 * stone  diamond | emerald | ruby | sapphire | pearl | jade | none
 * seed   number or string: chooses style, turn and small irregularities
 * style  optional, one of STYLES[kind]    bg: ivory | sand | mist | night | none    size: px (800)
 *
 * It is a small renderer: surfaces and cut stones are built in 3D, lit by a fixed studio (one soft
 * box, one strip, a pale floor), sorted back to front and written as flat polygons. Turn the result
 * into WebP at build time; do not put these SVGs into a page.
 */

/* ---------- vectors ---------- */
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const mul = (a, s) => [a[0] * s, a[1] * s, a[2] * s]
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const norm = (a) => {
  const l = Math.hypot(a[0], a[1], a[2]) || 1
  return [a[0] / l, a[1] / l, a[2] / l]
}
const mix = (a, b, t) => a + (b - a) * t
const clamp = (x, a = 0, b = 1) => (x < a ? a : x > b ? b : x)
const ss = (a, b, x) => {
  const t = clamp((x - a) / (b - a))
  return t * t * (3 - 2 * t)
}
const { PI, sin, cos, abs, pow, sign, min, max, hypot } = Math
const TAU = 2 * PI
const spow = (x, p) => sign(x) * pow(abs(x), p)

const rotX = (a) => (p) => [p[0], p[1] * cos(a) - p[2] * sin(a), p[1] * sin(a) + p[2] * cos(a)]
const rotY = (a) => (p) => [p[0] * cos(a) + p[2] * sin(a), p[1], -p[0] * sin(a) + p[2] * cos(a)]
const rotZ = (a) => (p) => [p[0] * cos(a) - p[1] * sin(a), p[0] * sin(a) + p[1] * cos(a), p[2]]
const move = (x, y, z) => (p) => [p[0] + x, p[1] + y, p[2] + z]
const size = (s) => (p) => mul(p, s)
/** chain(a, b, c): first a, then b, then c */
const chainT =
  (...f) =>
  (p) =>
    f.reduce((q, g) => g(q), p)

function rng(seed) {
  let h = 2166136261
  for (const c of String(seed)) h = Math.imul(h ^ c.charCodeAt(0), 16777619)
  return () => {
    h = (h + 0x6d2b79f5) | 0
    let t = Math.imul(h ^ (h >>> 15), 1 | h)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/* ---------- colour ---------- */
const hex = (h) => [1, 3, 5].map((i) => parseInt(h.slice(i, i + 2), 16))
const ramp = (...stops) => stops.map(hex)
function colour(r, t) {
  const x = clamp(t, 0, 0.9999) * (r.length - 1),
    i = x | 0,
    f = x - i
  const c = [0, 1, 2].map((k) => Math.round(mix(r[i][k], r[i + 1][k], f)))
  return '#' + c.map((v) => v.toString(16).padStart(2, '0')).join('')
}
const YELLOW = {
  '24K': ramp('#4a2503', '#8f5208', '#cf8a14', '#f0b92f', '#fbdc74', '#fff6cf'),
  '22K': ramp('#482605', '#8c540d', '#cb8d20', '#ecba42', '#f8dc84', '#fff7d6'),
  '21K': ramp('#472807', '#8a5611', '#c89029', '#e9bc50', '#f7dd90', '#fff8dc'),
  '18K': ramp('#44290c', '#865818', '#c39237', '#e5bf66', '#f5dfa2', '#fffae6'),
  '14K': ramp('#432c15', '#836027', '#bd9650', '#dfc182', '#f2e1b6', '#fffbee'),
  '10K': ramp('#42301f', '#806539', '#b59767', '#d8c197', '#eee2c6', '#fffcf3'),
}
const WHITE = ramp('#25272b', '#5b6067', '#969ba3', '#c6c9ce', '#e6e8ea', '#ffffff')
const ROSE = ramp('#43201a', '#8a4f40', '#c4836f', '#e2ad99', '#f3d2c4', '#fff4ee')
const blend = (a, b, t) => a.map((c, i) => c.map((v, k) => mix(v, b[i][k], t)))
function metalRamp(metal = 'yellow', karat = '18K') {
  const y = YELLOW[karat] ?? YELLOW['18K']
  if (metal === 'white') return blend(WHITE, y, karat === '24K' ? 0.1 : 0.05)
  if (metal === 'rose') return blend(ROSE, y, { '10K': 0.12, '14K': 0.1 }[karat] ?? 0.22)
  return y
}
const GEM = {
  diamond: ramp('#3b4450', '#7c8896', '#b4bec9', '#dde3ea', '#f4f7fa', '#ffffff'),
  emerald: ramp('#01291c', '#04543a', '#0c7f58', '#2aa877', '#7fd8b2', '#e2fbf0'),
  ruby: ramp('#3a0310', '#7a0820', '#b3132f', '#d8354c', '#f08a94', '#ffe6e6'),
  sapphire: ramp('#060d38', '#122270', '#2141a6', '#426bd0', '#8fabeb', '#e8effe'),
  pearl: ramp('#7d6d66', '#ab9a90', '#d3c5ba', '#ebe2d8', '#f8f3ec', '#ffffff'),
  jade: ramp('#0c3a26', '#1c6242', '#3a8a61', '#69ae86', '#a9d4b8', '#f0fbf2'),
}

/* ---------- the studio ---------- */
function env(r) {
  const y = r[1]
  let l = y < 0 ? mix(0.16, 0.56, ss(0.02, 0.85, -y)) : mix(0.07, 0.5, ss(-0.02, 0.75, y))
  l += 0.62 * ss(0.7, 0.93, dot(r, [-0.54, 0.66, 0.52]))
  l += 0.4 * ss(0.6, 0.74, r[0]) * (1 - ss(0.45, 0.8, abs(y - 0.1)))
  l += 0.22 * ss(0.72, 0.95, y)
  l += 0.3 * ss(0.8, 0.95, dot(r, [-0.9, 0.12, -0.1]))
  l += 0.2 * ss(0.55, 0.98, r[2]) - 0.12 * ss(0.9, 0.99, dot(r, [0.22, -0.08, 0.97]))
  l -= 0.1 * ss(0.8, 0.92, dot(r, [0.3, 0.86, -0.4]))
  return clamp(l)
}
const KEY = norm([-0.54, 0.7, 0.62])
const LIGHT = norm([-0.42, 1, 0.3])
const WALL = norm([-0.45, 0.62, 1])

/* ---------- scene ---------- */
class Scene {
  constructor({
    size = 800,
    w = size,
    h = size,
    pitch = 0.48,
    yaw = 0,
    dist = 9,
    zoom = 1,
    cx = 0,
    cy = 0,
    seed = 1,
    floor = 0,
    wall = null,
  }) {
    Object.assign(this, { w, h, pitch, yaw, dist, cx, cy, floor, wall })
    this.k = (Math.min(w, h) / 3.7) * zoom
    this.items = []
    this.shade = []
    this.tight = []
    this.glints = []
    this.R = rng('s' + seed)
    this.bias = 0
  }
  view(p) {
    return rotX(this.pitch)(rotY(-this.yaw)(p))
  }
  proj(v) {
    const f = this.dist / (this.dist - v[2])
    return [this.w / 2 + (v[0] - this.cx) * this.k * f, this.h / 2 - (v[1] - this.cy) * this.k * f]
  }
  to(p) {
    return this.proj(this.view(p))
  }
  cast(pts) {
    const pl =
      this.wall !== null
        ? pts.map((p) => sub(p, mul(WALL, (p[2] - this.wall) / WALL[2])))
        : pts.map((p) => sub(p, mul(LIGHT, (p[1] - this.floor) / LIGHT[1])))
    let s = pl.map((p) => this.to(p))
    let a = 0
    s.forEach((p, i) => {
      const q = s[(i + 1) % s.length]
      a += p[0] * q[1] - q[0] * p[1]
    })
    if (abs(a) < 1.2) return
    if (a < 0) s.reverse()
    const d = 'M' + s.map((p) => p.map(Math.round).join(' ')).join('L') + 'z'
    this.shade.push(d)
    const near =
      this.wall !== null ? min(...pts.map((p) => p[2] - this.wall)) : min(...pts.map((p) => p[1] - this.floor))
    if (near < 0.2) this.tight.push(d)
  }
  poly(pts, fill, d, extra = '') {
    const s = pts.map((p) => p.map((v) => +v.toFixed(1)).join(' ')).join('L')
    this.items.push([d + this.bias, `<path d="M${s}z" fill="${fill}" stroke="${fill}"${extra}/>`])
  }
  /** a parametric surface; fn(u,v) -> point in local space, T -> world */
  surface(fn, nu, nv, { ramp, T = (p) => p, sheet = false, kind = 'metal', shadow = true, ao = null, gloss = 1 }) {
    const P = []
    for (let i = 0; i <= nu; i++) {
      P[i] = []
      for (let j = 0; j <= nv; j++) P[i][j] = T(fn(i / nu, j / nv))
    }
    const c = [0, 0, 0]
    let n = 0
    for (const row of P)
      for (const p of row) {
        c[0] += p[0]
        c[1] += p[1]
        c[2] += p[2]
        n++
      }
    c[0] /= n
    c[1] /= n
    c[2] /= n
    let vol = 0
    const quads = []
    for (let i = 0; i < nu; i++)
      for (let j = 0; j < nv; j++) {
        const a = P[i][j],
          b = P[i + 1][j],
          d = P[i + 1][j + 1],
          e = P[i][j + 1]
        const N = cross(sub(d, a), sub(e, b))
        vol += dot(N, sub(a, c))
        quads.push([a, b, d, e, N, i, j])
      }
    const flip = vol < 0 ? -1 : 1
    for (const [a, b, d, e, N0, i, j] of quads) {
      if (hypot(...N0) < 1e-9) continue
      let N = norm(mul(N0, flip))
      const m = mul(add(add(a, b), add(d, e)), 0.25)
      if (shadow && (sheet || dot(N, this.wall !== null ? WALL : LIGHT) > 0)) this.cast([a, b, d, e])
      const vm = this.view(m),
        eye = norm(sub([0, 0, this.dist], vm))
      let normalVector = this.view(N),
        f = dot(normalVector, eye)
      if (f <= 0) {
        if (!sheet) continue
        normalVector = mul(normalVector, -1)
        f = -f
      }
      const r = sub(mul(normalVector, 2 * f), eye)
      let l
      if (kind === 'metal') {
        l = env(r) * gloss + 0.1 * max(0, dot(normalVector, KEY)) + 0.16 * pow(1 - f, 3)
        l = 0.06 + l * 0.96
      } else if (kind === 'pearl') {
        l =
          0.3 +
          0.46 * max(0, dot(normalVector, KEY)) +
          0.12 * max(0, -normalVector[1]) +
          0.5 * ss(0.93, 0.995, dot(r, KEY)) +
          0.14 * ss(0.3, 0.9, env(r))
      } else if (kind === 'stoneware') {
        l = 0.35 + 0.5 * max(0, dot(normalVector, KEY)) + 0.18 * max(0, normalVector[1])
      } else {
        l =
          0.2 +
          0.38 * max(0, dot(normalVector, KEY)) +
          0.22 * pow(1 - f, 2) +
          0.16 * max(0, -dot(normalVector, KEY)) +
          0.75 * ss(0.9, 0.985, dot(r, KEY))
      }
      if (ao) l *= ao(i / nu, j / nv)
      let col = colour(ramp, l)
      if (kind === 'pearl') {
        // a breath of rose and of green, as nacre has
        const q = hex(col),
          t = clamp(0.5 + 0.5 * normalVector[0] - 0.3 * normalVector[1])
        col =
          '#' +
          [q[0] + 6 * (1 - t), q[1] - 5 * (1 - t) + 2 * t, q[2] - 1 + 3 * t]
            .map((v) =>
              Math.round(clamp(v, 0, 255))
                .toString(16)
                .padStart(2, '0'),
            )
            .join('')
      }
      this.poly(
        [a, b, d, e].map((p) => this.to(p)),
        col,
        vm[2],
      )
    }
  }
  tube(path, rad, nu, nv, opt) {
    // path(t)->point, rad(t)->radius or [rx, ry]
    const eps = 1e-3
    const fn = (u, v) => {
      const p = path(u),
        t = norm(sub(path(u + eps), path(u - eps)))
      const up = opt.up ?? (abs(t[1]) > 0.95 ? [1, 0, 0] : [0, 1, 0])
      const s = norm(cross(t, up)),
        w = cross(s, t),
        r = typeof rad === 'function' ? rad(u) : rad
      const [rx, ry] = Array.isArray(r) ? r : [r, r]
      return add(p, add(mul(s, rx * cos(TAU * v)), mul(w, ry * sin(TAU * v))))
    }
    this.surface(fn, nu, nv, opt)
  }
  torus(R, r, T, ramp, nu = 40, nv = 12, o = {}) {
    this.surface(
      (u, v) => {
        const a = TAU * u,
          b = TAU * v,
          q = R + r * cos(b)
        return [q * cos(a), r * sin(b), q * sin(a)]
      },
      nu,
      nv,
      { T, ramp, ...o },
    )
  }
  pearl(r, T, shadow = true) {
    const c = T([0, 0, 0]),
      rr = hypot(...sub(T([r, 0, 0]), c)),
      v = this.view(c),
      [x, y] = this.proj(v),
      q = (rr * this.k * this.dist) / (this.dist - v[2])
    if (shadow) {
      const L = this.wall !== null ? WALL : LIGHT,
        a = norm(cross(L, [0, 0.1, 1])),
        b = cross(L, a)
      this.cast(
        Array.from({ length: 24 }, (_, i) =>
          add(c, add(mul(a, rr * cos((TAU * i) / 24)), mul(b, rr * sin((TAU * i) / 24)))),
        ),
      )
    }
    const f = (n) => n.toFixed(1),
      at = `cx="${f(x)}" cy="${f(y)}" r="${f(q)}"`
    this.pearls = true
    this.items.push([
      v[2] + this.bias,
      `<g stroke="none"><circle ${at} fill="url(#jp1)"/><circle ${at} fill="url(#jp2)"/><circle ${at} fill="url(#jp3)"/><ellipse cx="${f(x - q * 0.33)}" cy="${f(y - q * 0.4)}" rx="${f(q * 0.17)}" ry="${f(q * 0.11)}" fill="#fff" opacity=".92" transform="rotate(-38 ${f(x - q * 0.33)} ${f(y - q * 0.4)})"/></g>`,
    ])
  }
  ball(r, T, ramp, n = 14, o = {}) {
    if (o.kind === 'pearl') return this.pearl(r, T, o.shadow !== false)
    this.surface(
      (u, v) => {
        const a = TAU * u,
          b = PI * v
        return [r * sin(b) * cos(a), r * cos(b), r * sin(b) * sin(a)]
      },
      n,
      Math.max(6, (n * 0.6) | 0),
      { T, ramp, ...o },
    )
  }
  capsule(a, b, r, T, ramp, nv = 9, r2 = r) {
    const d = sub(b, a)
    this.tube(
      (t) => add(a, mul(d, clamp(t, -1, 2))),
      (t) => {
        const k = mix(r, r2, t)
        return t < 0.12
          ? k * sin(((PI / 2) * max(t, 0.002)) / 0.12)
          : t > 0.82
            ? k * cos(((PI / 2) * (t - 0.82)) / 0.1801) + 0.001
            : k
      },
      11,
      nv,
      { T, ramp, up: abs(norm(d)[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0] },
    )
  }
  /** a cut stone: table up (+y), girdle at y = 0, radius r */
  gem({ shape = 'round', r = 0.3, T = (p) => p, stone = 'diamond', small = false, shadow = true }) {
    if (stone === 'pearl')
      return this.ball(r * 0.98, chainT(move(0, r * 0.35, 0), T), GEM.pearl, small ? 12 : 34, { kind: 'pearl', shadow })
    if (stone === 'jade') {
      const e = shape === 'round' ? [1, 1] : [0.8, 1.05]
      return this.surface(
        (u, v) => {
          const a = TAU * u,
            b = (PI / 2) * v
          return [r * e[0] * cos(b) * cos(a), r * 0.62 * sin(b), r * e[1] * cos(b) * sin(a)]
        },
        small ? 14 : r > 0.4 ? 96 : 48,
        small ? 5 : r > 0.4 ? 34 : 18,
        { T, ramp: GEM.jade, kind: 'jade', shadow },
      )
    }
    const rp = GEM[stone] ?? GEM.diamond,
      R = this.R
    const step = shape === 'emerald'
    const outline = (a) => {
      if (shape === 'oval') return [0.8 * cos(a), 1.08 * sin(a)]
      if (shape === 'marquise') {
        const s = sin(a)
        return [0.56 * cos(a) * (1 - 0.12 * abs(s)), 1.25 * spow(s, 0.92)]
      }
      if (shape === 'pear') {
        const s = sin(a)
        return [0.86 * cos(a) * (1 - 0.34 * max(0, s) ** 1.5), s > 0 ? 1.28 * pow(s, 0.94) : 0.92 * s]
      }
      if (shape === 'cushion') return [0.95 * spow(cos(a), 0.72), 0.95 * spow(sin(a), 0.72)]
      return [cos(a), sin(a)]
    }
    const oct = [
      [-0.5, -1.04],
      [0.5, -1.04],
      [0.78, -0.76],
      [0.78, 0.76],
      [0.5, 1.04],
      [-0.5, 1.04],
      [-0.78, 0.76],
      [-0.78, -0.76],
    ]
    const N = small ? 6 : 8,
      h = 0.34 * r,
      pts = (k, y, off, n) =>
        Array.from({ length: n }, (_, i) => {
          const q = outline((TAU * (i + off)) / n)
          return [q[0] * k * r, y, q[1] * k * r]
        })
    const faces = [] // [points, brightness bias, glow spread]
    if (step) {
      const ring = (k, y) =>
        oct.map((q) => [
          q[0] * r * (1 - (((1 - k) * 0.9) / 0.78) * 0.8),
          y,
          q[1] * r * (1 - (((1 - k) * 0.9) / 1.04) * 0.8),
        ])
      const L = [ring(1, 0), ring(0.84, h * 0.5), ring(0.7, h * 0.82), ring(0.57, h)]
      for (let q = 0; q < 3; q++)
        for (let i = 0; i < 8; i++)
          faces.push([
            [L[q][i], L[q][(i + 1) % 8], L[q + 1][(i + 1) % 8], L[q + 1][i]],
            (i % 2 ? 0.1 : 0) + (q === 1 ? -0.06 : 0.04),
          ])
      const tb = [1, 0.78, 0.55, 0.3, 0.0].map((k) =>
        ring(0.57, h).map((p) => [p[0] * k, h + 0.0001, p[2] * k + (1 - k) * 0.02 * r]),
      )
      for (let q = 0; q < 4; q++)
        for (let i = 0; i < 8; i++)
          faces.push([[tb[q][i], tb[q][(i + 1) % 8], tb[q + 1][(i + 1) % 8], tb[q + 1][i]], 0, 1, q])
      const pv = [
        ring(1, 0),
        ring(0.66, -0.42 * r),
        ring(0.34, -0.72 * r),
        oct.map((q) => [0, -0.86 * r, q[1] * r * 0.22]),
      ]
      for (let q = 0; q < 3; q++)
        for (let i = 0; i < 8; i++)
          faces.push([[pv[q][i], pv[q + 1][i], pv[q + 1][(i + 1) % 8], pv[q][(i + 1) % 8]], -0.05])
    } else {
      const G = pts(1, 0, 0, 2 * N),
        M = pts(0.79, h * 0.58, 0.5, N),
        Tb = pts(0.56, h, 0, N),
        C = [0, -0.84 * r, 0]
      const i2 = pts(0.3, h + 0.0001, 0.5, N),
        c0 = [0, h + 0.0001, 0]
      for (let k = 0; k < N; k++) {
        const n = (k + 1) % N,
          p = (k + N - 1) % N,
          g = 2 * k,
          mid = (a, b) => mul(add(a, b), 0.5)
        faces.push([[Tb[k], Tb[n], M[k]], 0.1])
        faces.push(
          [[Tb[k], M[p], mid(M[p], G[g])], -0.04],
          [[Tb[k], mid(M[p], G[g]), G[g]], 0.1],
          [[Tb[k], G[g], mid(M[k], G[g])], -0.1],
          [[Tb[k], mid(M[k], G[g]), M[k]], 0.06],
        )
        faces.push([[M[k], G[g], G[g + 1]], -0.03], [[M[k], G[g + 1], G[(g + 2) % (2 * N)]], 0.05])
        if (small) faces.push([[c0, Tb[k], Tb[n]], 0, 1, k % 2])
        else {
          // the table, with the pavilion's star seen through it
          faces.push(
            [[c0, i2[p], Tb[k]], 0, 1, 0],
            [[c0, Tb[k], i2[k]], 0, 1, 1],
            [[i2[k], Tb[k], mid(Tb[k], Tb[n])], 0, 1, 2],
            [[i2[k], mid(Tb[k], Tb[n]), Tb[n]], 0, 1, 3],
          )
        }
        faces.push([[G[g], C, G[g + 1]], -0.1], [[G[g + 1], C, G[(g + 2) % (2 * N)]], 0.06])
      }
    }
    const ctr = T([0, 0, 0]),
      vc = this.view(ctr),
      depth = vc[2] + (small ? 0.03 : 0.06)
    const up = norm(this.view(sub(T([0, 1, 0]), ctr)))
    let out = ''
    const contrast = stone === 'diamond' ? 0.95 : 1
    for (const [pl, bias, table, ring] of faces) {
      const w = pl.map(T),
        v = w.map((p) => this.view(p))
      let n = [0, 0, 0]
      for (let i = 1; i + 1 < v.length; i++) n = add(n, cross(sub(v[i], v[0]), sub(v[i + 1], v[0])))
      if (hypot(...n) < 1e-9) continue
      n = norm(n)
      const m = mul(v.reduce(add, [0, 0, 0]), 1 / v.length)
      if (dot(n, sub(m, sub(vc, mul(up, 0.2 * r)))) < 0) n = mul(n, -1)
      const eye = norm(sub([0, 0, this.dist], m)),
        f = dot(n, eye)
      if (f <= 0.01) continue
      if (shadow && !small && bias !== 0) this.cast(w)
      const refl = env(sub(mul(n, 2 * f), eye))
      // light that went in, met the pavilion and came back
      const outline = norm(sub(m, vc)),
        tilt = norm(add(mul(up, 0.9), mul(outline, -0.95)))
      const d = norm(add(mul(eye, -1), mul(n, -0.75)))
      const back = sub(d, mul(tilt, 2 * dot(d, tilt)))
      const inner = env(norm(add(back, mul(n, 0.3))))
      const rnd = R()
      let l =
        0.26 * refl +
        0.5 * inner +
        bias * contrast +
        (rnd - 0.5) * (table ? 0.34 : 0.26) +
        (stone === 'diamond' ? 0.2 : 0.13)
      if (table) {
        l += step ? [0.14, -0.1, 0.1, -0.05][ring] : ([0.16, -0.14, -0.02, 0.12][ring] ?? 0)
        l += 0.1 * dot(norm([outline[0], outline[1], outline[2]]), [-0.7, 0.6, 0.2])
      } else l += 0.14 * dot(n, KEY)
      if (rnd > 0.93) l += 0.22
      if (rnd < 0.07) l -= 0.18
      l = clamp(0.5 + (l - 0.5) * (stone === 'diamond' ? 1.35 : 1.2))
      if (!small && !step && r * this.k > 48 && v.length < 5) {
        // scintillation: each facet shows several virtual ones
        for (let i = 0; i < v.length; i++) {
          const a = v[i],
            b = v[(i + 1) % v.length],
            e = mul(add(a, b), 0.5),
            k = mix(0.3, 0.62, R()),
            cc = add(mul(m, k), mul(a, 1 - k))
          for (const t of [
            [a, e, cc],
            [e, b, cc],
            [b, m, cc],
          ]) {
            const q = colour(rp, l + (R() - 0.5) * (stone === 'diamond' ? 0.42 : 0.17)),
              d =
                'M' +
                t
                  .map((p) =>
                    this.proj(p)
                      .map((z) => +z.toFixed(1))
                      .join(' '),
                  )
                  .join('L') +
                'z'
            out += `<path d="${d}" fill="${q}" stroke="${q}"/>`
          }
        }
        const d =
          'M' +
          v
            .map((p) =>
              this.proj(p)
                .map((z) => +z.toFixed(1))
                .join(' '),
            )
            .join('L') +
          'z'
        out += `<path d="${d}" fill="none" stroke="${colour(rp, l + 0.25)}" stroke-width=".6" opacity=".5"/>`
        if (l > 0.86 && R() < 0.4) this.glints.push([this.proj(m), r * this.k * mix(0.08, 0.18, R())])
        continue
      }
      const c = colour(rp, l)
      const s = v.map((p) => this.proj(p))
      out += `<path d="M${s.map((p) => p.map((x) => +x.toFixed(1)).join(' ')).join('L')}z" fill="${c}" stroke="${c}"/>`
      if (!small) {
        const e = colour(rp, l + 0.3)
        out += `<path d="M${s.map((p) => p.map((x) => +x.toFixed(1)).join(' ')).join('L')}z" fill="none" stroke="${e}" stroke-width=".5" opacity=".45"/>`
      }
      if (!small && l > 0.9 && R() < 0.5) this.glints.push([this.proj(m), r * this.k * mix(0.1, 0.22, R())])
    }
    if (shadow && small) this.cast(pts(1, 0, 0, 8).map(T))
    this.items.push([depth + this.bias, out])
  }
  svg({ bg = 'ivory', label = '', under = '', dark = 0.3 } = {}) {
    const { w, h } = this,
      B = BG[bg]
    this.items.sort((a, b) => a[0] - b[0])
    const id = 'j',
      b1 = ((w / 800) * 15).toFixed(1),
      b2 = ((w / 800) * 4.5).toFixed(1)
    let o = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"${label ? ` role="img" aria-label="${label}"` : ''}><defs>`
    if (B)
      o += `<radialGradient id="${id}b" cx=".42" cy=".32" r=".95"><stop offset="0" stop-color="${B[0]}"/><stop offset=".55" stop-color="${B[1]}"/><stop offset="1" stop-color="${B[2]}"/></radialGradient>`
    o += `<filter id="${id}s" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${b1}"/></filter><filter id="${id}t" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${b2}"/></filter></defs>`
    if (B) o += `<rect width="${w}" height="${h}" fill="url(#${id}b)"/>`
    if (this.pearls) o = o.replace('</defs>', PEARL + '</defs>')
    o += under
    const sc = B?.[3] ?? '#3a2a14'
    if (this.shade.length)
      o += `<path d="${this.shade.join('')}" fill="${sc}" opacity="${dark}" filter="url(#${id}s)"/>`
    if (this.tight.length)
      o += `<path d="${this.tight.join('')}" fill="${sc}" opacity="${dark * 1.1}" filter="url(#${id}t)"/>`
    o += `<g stroke-width=".7" stroke-linejoin="round">${this.items.map((i) => i[1]).join('')}</g>`
    for (const [[x, y], s] of this.glints.slice(0, 5))
      o += `<path d="M${x.toFixed(1)} ${(y - s).toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${(x + s).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${x.toFixed(1)} ${(y + s).toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${(x - s).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${x.toFixed(1)} ${(y - s).toFixed(1)}z" fill="#fff" opacity=".9"/>`
    return o + '</svg>'
  }
}
const PEARL = `<radialGradient id="jp1" cx=".38" cy=".34" r=".72"><stop offset="0" stop-color="#faf4ec"/><stop offset=".30" stop-color="#f3eadf"/><stop offset=".62" stop-color="#e6dacd"/><stop offset=".88" stop-color="#b9a898"/><stop offset="1" stop-color="#97887b"/></radialGradient><radialGradient id="jp2" cx=".68" cy=".80" r=".42"><stop offset="0" stop-color="#fff1ea" stop-opacity=".75"/><stop offset="1" stop-color="#fbe3dc" stop-opacity="0"/></radialGradient><linearGradient id="jp3" x1="0" y1="0" x2="1" y2=".4"><stop offset="0" stop-color="#cfe3d6" stop-opacity=".30"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#e9bfb0" stop-opacity=".16"/></linearGradient>`
const BG = {
  ivory: ['#fcfaf6', '#f4eee4', '#e6dccb', '#4a3413'],
  sand: ['#f6ecdd', '#ead9c2', '#d5bf9f', '#4d3210'],
  mist: ['#f3f5f1', '#e3e8e1', '#cbd4cb', '#26352c'],
  blush: ['#fbf3ee', '#f1e2d8', '#dfc8ba', '#4c2a1c'],
  night: ['#1d5a49', '#12473b', '#0a2b24', '#020d0a'],
}

/* ---------- parts ---------- */
function shank(S, m, T, { R = 0.95, w = 0.1, t = 0.07, top = 1, fn = null, flat = 0.75 }) {
  S.surface(
    (u, v) => {
      const a = TAU * u,
        b = TAU * v,
        k = ss(0.2, 1, sin(a)) // 1 at the top
      const ww = w * mix(1, top, k) * (fn ? fn(a)[0] : 1),
        tt = t * (fn ? fn(a)[1] : 1)
      const rr = R + tt * spow(cos(b), flat)
      return [rr * cos(a), rr * sin(a), ww * spow(sin(b), flat) + (fn ? (fn(a)[2] ?? 0) : 0)]
    },
    150,
    22,
    { T, ramp: m },
  )
}
function claws(S, m, T, r, n = 6, drop = 0.5, shape = 'round', thick = 0.045) {
  for (let i = 0; i < n; i++) {
    const a = (TAU * (i + 0.5)) / n,
      e =
        shape === 'oval'
          ? [0.82, 1.08]
          : shape === 'emerald'
            ? [0.86, 1.12]
            : shape === 'pear'
              ? [0.86, 1.02]
              : shape === 'marquise'
                ? [0.6, 1.2]
                : [1, 1]
    const q = n === 4 ? PI / 4 + (i * PI) / 2 : a,
      c = cos(q) * e[0],
      s = sin(q) * e[1]
    S.capsule(
      [c * r * 0.45, -drop, s * r * 0.45],
      [c * r * 0.965, r * 0.17, s * r * 0.965],
      r * thick * 1.8,
      T,
      m,
      8,
      r * thick * 1.7,
    )
  }
  S.torus(r * 0.66, r * 0.05, chainT(move(0, -drop * 0.45, 0), T), m, 36, 8)
}
function setStone(S, m, T, { stone, r, shape = 'round', halo = null, drop = r * 1.1, bezel = false }) {
  if (stone === 'pearl') {
    S.torus(r * 0.42, r * 0.12, chainT(move(0, -r * 0.55, 0), T), m, 30, 10)
    S.gem({ stone, r, T })
    return
  }
  if (bezel || stone === 'jade') {
    const e =
      stone === 'jade' && shape !== 'round'
        ? [0.8, 1.05]
        : shape === 'oval'
          ? [0.8, 1.08]
          : shape === 'pear'
            ? [0.9, 1.1]
            : [1, 1]
    S.surface(
      (u, v) => {
        const a = TAU * u,
          b = TAU * v
        const q = r * 1.03 + r * 0.1 * cos(b)
        return [q * e[0] * cos(a), r * 0.16 * sin(b) - 0.02 * r, q * e[1] * sin(a)]
      },
      56,
      12,
      { T, ramp: m },
    )
    S.surface(
      (u, v) => {
        const a = TAU * u
        return [
          r * 1.05 * e[0] * cos(a) * mix(0.6, 1, v),
          -r * mix(0.6, 0.05, v),
          r * 1.05 * e[1] * sin(a) * mix(0.6, 1, v),
        ]
      },
      48,
      5,
      { T, ramp: m },
    )
    S.bias += 0.02
    S.gem({ stone, r, shape, T })
    S.bias -= 0.02
  } else {
    claws(S, m, T, r, shape === 'emerald' || shape === 'cushion' ? 4 : 6, drop, shape)
    S.gem({ stone, r, shape, T })
  }
  if (halo) {
    const e = shape === 'oval' ? [0.84, 1.08] : shape === 'emerald' ? [0.86, 1.1] : [1, 1]
    const n = Math.round(r * 46),
      rr = r * 1.27
    S.surface(
      (u, v) => {
        const a = TAU * u,
          b = TAU * v,
          q = rr + r * 0.17 * cos(b)
        return [q * e[0] * cos(a), r * 0.1 * sin(b) - r * 0.06, q * e[1] * sin(a)]
      },
      60,
      10,
      { T, ramp: m },
    )
    for (let i = 0; i < n; i++) {
      const a = (TAU * i) / n
      S.gem({
        stone: halo,
        r: ((PI * rr) / n) * 0.86,
        small: true,
        T: chainT(move(rr * e[0] * cos(a), r * 0.06, rr * e[1] * sin(a)), T),
        shadow: false,
      })
    }
  }
}
/** links along a curve; curve(t) -> point, n links, kind of link */
function links(
  S,
  m,
  curve,
  n,
  { len = 0.15, wid = 0.1, thick = 0.022, type = 'cable', up = [0, 1, 0], nu = 18, nv = 7 },
) {
  for (let i = 0; i < n; i++) {
    const t = (i + 0.5) / n,
      p = curve(t),
      tg = norm(sub(curve(t + 0.002), curve(t - 0.002)))
    const s = norm(cross(tg, up)),
      o = cross(s, tg)
    const long = type === 'figaro' && i % 4 === 3
    const roll =
      type === 'cable' ? (i % 2 ? (PI / 2) * 0.86 : 0.12) : type === 'figaro' ? 0.36 : type === 'curb' ? 0.42 : 0.95
    const L = len * (long ? 1.75 : 1) * 0.5,
      W = wid * 0.5
    const side = add(mul(s, cos(roll)), mul(o, sin(roll)))
    const nrm = cross(tg, side)
    S.surface(
      (u, v) => {
        const a = TAU * u,
          b = TAU * v
        const x = L * spow(cos(a), 0.85),
          y = W * spow(sin(a), 0.85)
        const d = norm([cos(a) / L, sin(a) / W, 0]),
          k = thick * cos(b)
        return add(p, add(add(mul(tg, x + d[0] * k), mul(side, y + d[1] * k)), mul(nrm, thick * sin(b))))
      },
      nu,
      nv,
      { ramp: m },
    )
  }
}
const arc = (pts) => {
  // Catmull-Rom through points, by length
  const P = (t) => {
    const n = pts.length - 1,
      x = clamp(t, 0, 0.99999) * n,
      i = x | 0,
      f = x - i
    const q = [pts[max(0, i - 1)], pts[i], pts[i + 1], pts[min(n, i + 2)]]
    return [0, 1, 2].map(
      (k) =>
        0.5 *
        (2 * q[1][k] +
          (q[2][k] - q[0][k]) * f +
          (2 * q[0][k] - 5 * q[1][k] + 4 * q[2][k] - q[3][k]) * f * f +
          (3 * q[1][k] - q[0][k] - 3 * q[2][k] + q[3][k]) * f ** 3),
    )
  }
  const T = [0]
  let prev = P(0)
  for (let i = 1; i <= 300; i++) {
    const p = P(i / 300)
    T[i] = T[i - 1] + hypot(...sub(p, prev))
    prev = p
  }
  const f = (t) => {
    const want = t * T[300]
    if (t < 0) return add(P(0), mul(sub(P(0.002), P(0)), (t * 500) / 1))
    if (t > 1) return add(P(1), mul(sub(P(1), P(0.998)), (t - 1) * 500))
    let lo = 0,
      hi = 300
    while (hi - lo > 1) {
      const md = (lo + hi) >> 1
      if (T[md] > want) hi = md
      else lo = md
    }
    return P((lo + (want - T[lo]) / (T[hi] - T[lo] || 1)) / 300)
  }
  f.pathLength = T[300]
  return f
}

/* ---------- pieces ---------- */
const STYLES = {
  ring: ['solitaire', 'halo', 'trilogy', 'baguette', 'oval', 'eternity'],
  ringPlain: ['band', 'signet', 'twist', 'duo'],
  earrings: ['studs', 'drops', 'hoops', 'halo'],
  pendant: ['solitaire', 'halo', 'pear', 'sun', 'bar'],
  chain: ['curb', 'cable', 'figaro', 'beads', 'rope'],
  bracelet: ['tennis', 'curb', 'pearls', 'figaro'],
  bangle: ['plain', 'set', 'twist', 'pair', 'carved'],
  brooch: ['sampaguita', 'spray', 'moon'],
  stone: ['round', 'emerald', 'oval', 'pear', 'cushion', 'marquise'],
  findings: ['jumprings', 'clasps'],
}

function ring(S, o) {
  const { m, stone, style, r } = o
  const lean = mix(0.24, 0.34, r()),
    yaw = mix(-0.5, -0.28, r()),
    R = 0.92
  const T = chainT(move(0, R + 0.07, 0), rotX(lean), rotY(yaw), move(0, -0.02, 0.0))
  const head = (y, r0 = 0) => chainT(move(r0, y, 0), T)
  if (style === 'band') return shank(S, m, T, { R, w: mix(0.2, 0.3, r()), t: 0.075, flat: 0.6 })
  if (style === 'twist') {
    for (const ph of [0, PI])
      S.tube(
        (u) => {
          const a = TAU * u
          return [(R + 0.05 * cos(6 * a + ph)) * cos(a), (R + 0.05 * cos(6 * a + ph)) * sin(a), 0.085 * sin(6 * a + ph)]
        },
        0.062,
        190,
        12,
        { T, ramp: m, up: [0, 0, 1] },
      )
    return
  }
  if (style === 'duo') {
    shank(S, m, T, { R, w: 0.1, t: 0.075, flat: 0.7 })
    shank(S, o.m2, chainT(rotY(0.5), move(0.16, R + 0.07, 0.46), rotX(0.06), rotY(yaw)), {
      R: R * 0.94,
      w: 0.1,
      t: 0.075,
    })
    return
  }
  if (style === 'signet') {
    shank(S, m, T, { R, w: 0.13, t: 0.075, top: 2.3 })
    S.surface(
      (u, v) => {
        const a = TAU * u,
          k = v < 0.5 ? v * 2 : 1,
          y = v < 0.5 ? R + 0.155 : mix(R + 0.155, R - 0.06, (v - 0.5) * 2),
          q = v < 0.5 ? 1 : 1 + 0.03 * (v - 0.5)
        return [0.4 * spow(cos(a), 0.8) * k * q, y + 0.02 * (v < 0.5 ? 1 - k * k : 0), 0.33 * spow(sin(a), 0.8) * k * q]
      },
      64,
      20,
      { T, ramp: m, sheet: true },
    )
    return
  }
  if (style === 'eternity') {
    shank(S, m, T, { R, w: 0.115, t: 0.07 })
    const n = 15
    for (let i = 0; i < n; i++) {
      const a = PI / 2 + (i - (n - 1) / 2) * 0.178
      S.gem({ stone, r: 0.088, small: true, T: chainT(move(0, R + 0.065, 0), rotZ(a - PI / 2), T), shadow: false })
      if (i < n - 1)
        for (const z of [-0.085, 0.085])
          S.ball(0.026, chainT(move(0, R + 0.085, z), rotZ(a + 0.089 - PI / 2), T), m, 8, { shadow: false })
    }
    return
  }
  const shape =
    style === 'baguette' ? 'emerald' : style === 'oval' ? 'oval' : r() < 0.3 && style === 'halo' ? 'cushion' : 'round'
  const big =
    stone === 'pearl' || stone === 'jade'
      ? mix(0.27, 0.32, r())
      : style === 'halo'
        ? 0.29
        : style === 'trilogy'
          ? 0.3
          : mix(0.33, 0.4, r())
  const fn = style === 'trilogy' ? null : (a) => [mix(1, 0.72, ss(0.6, 1, sin(a))), 1]
  shank(S, m, T, { R, w: mix(0.085, 0.105, r()), t: 0.068, fn })
  const pave = style === 'halo' || (style === 'solitaire' && r() < 0.4)
  if (pave)
    for (const sd of [-1, 1])
      for (let i = 0; i < 6; i++) {
        const a = PI / 2 + sd * (0.34 + i * 0.125)
        S.gem({
          stone: 'diamond',
          r: 0.06,
          small: true,
          T: chainT(move(0, R + 0.066, 0), rotZ(a - PI / 2), T),
          shadow: false,
        })
      }
  setStone(S, m, head(R + 0.07 + big * 0.95), {
    stone,
    r: big,
    shape,
    halo: style === 'halo' ? 'diamond' : null,
    drop: big * 1.05,
  })
  if (style === 'trilogy')
    for (const sd of [-1, 1])
      setStone(S, m, chainT(move(0, R + 0.07 + 0.2, 0), rotZ(-sd * 0.43), T), {
        stone: stone === 'diamond' || stone === 'pearl' ? stone : 'diamond',
        r: 0.21,
        drop: 0.2,
      })
  if (style === 'baguette')
    for (const sd of [-1, 1])
      S.gem({
        shape: 'emerald',
        stone: 'diamond',
        r: 0.13,
        T: chainT(rotY(PI / 2), move(0, R + 0.14, 0), rotZ(-sd * 0.42), T),
        shadow: false,
      })
}

function pendant(S, o) {
  const { m, stone, style, r } = o
  const y0 = 0.1,
    dx = mix(1.05, 1.25, r())
  const type = r() < 0.5 ? 'cable' : 'curb'
  for (const sd of [-1, 1]) {
    const c = arc([
      [sd * dx, 2.3, -0.05],
      [sd * dx * 0.8, 1.55, 0],
      [sd * dx * 0.4, 0.86, 0.02],
      [sd * 0.035, y0 + 0.3, 0.03],
    ])
    links(S, m, c, type === 'cable' ? 27 : 34, {
      len: type === 'cable' ? 0.128 : 0.135,
      wid: 0.082,
      thick: 0.015,
      type,
      up: [0, 0, 1],
      nu: 14,
      nv: 6,
    })
  }
  S.surface(
    (u, v) => {
      const a = TAU * u,
        b = TAU * v
      return [
        0.055 * cos(b) * 1.1,
        y0 + 0.24 + 0.105 * cos(a) + 0.018 * sin(b) * cos(a),
        0.05 + 0.06 * sin(a) + 0.018 * sin(b) * sin(a),
      ]
    },
    30,
    10,
    { ramp: m },
  )
  const face = chainT(rotX(PI / 2 - 0.1), move(0, y0 - 0.32, 0.1))
  if (style === 'sun') {
    // eight rays, a disc, a stone in the middle
    S.surface(
      (u, v) => {
        const a = TAU * u,
          k = v < 0.78 ? v / 0.78 : 1,
          q = v < 0.78 ? 0.06 * (1 - 0.4 * k) : mix(0.036, -0.05, (v - 0.78) / 0.22)
        return [0.5 * k * cos(a), q + (v < 0.7 ? 0.018 * cos(8 * a) * k : 0), 0.5 * k * sin(a)]
      },
      128,
      20,
      { T: face, ramp: m, sheet: false },
    )
    for (let i = 0; i < 8; i++) {
      const a = (TAU * i) / 8
      for (const d of [-0.1, 0, 0.1])
        S.capsule(
          [0.52 * cos(a + d), 0, 0.52 * sin(a + d)],
          [(0.72 - abs(d) * 0.9) * cos(a + d * 0.85), 0.0, (0.72 - abs(d) * 0.9) * sin(a + d * 0.85)],
          0.034,
          face,
          m,
          8,
          0.016,
        )
    }
    if (stone !== 'none') {
      S.bias += 0.1
      setStone(S, m, chainT(move(0, 0.1, 0), face), { stone, r: 0.17, bezel: true })
      S.bias -= 0.1
    }
    return
  }
  if (style === 'bar') {
    S.surface(
      (u, v) => {
        const a = TAU * u,
          y = mix(0.42, -0.55, v)
        return [0.085 * spow(cos(a), 0.5), y - 0.12, 0.05 * spow(sin(a), 0.5) + 0.06]
      },
      40,
      24,
      { ramp: m, T: move(0, y0, 0) },
    )
    if (stone !== 'none')
      for (let i = 0; i < 6; i++)
        S.gem({
          stone,
          r: 0.062,
          small: true,
          T: chainT(rotX(PI / 2 - 0.05), move(0, y0 + 0.17 - i * 0.15, 0.12)),
          shadow: false,
        })
    return
  }
  if (stone === 'none') {
    // a plain drop
    S.surface(
      (u, v) => {
        const a = TAU * u,
          b = PI * v,
          k = sin(b) * (1 - 0.45 * cos(b))
        return [0.36 * k * cos(a) * 0.95, 0.55 * cos(b) - 0.3, 0.15 * k * sin(a) + 0.1]
      },
      56,
      30,
      { ramp: m, T: move(0, y0, 0) },
    )
    return
  }
  const shape =
    stone === 'jade' ? 'oval' : style === 'pear' ? 'pear' : style === 'halo' ? 'oval' : r() < 0.4 ? 'emerald' : 'round'
  const flip = shape === 'pear' ? rotY(PI) : (p) => p
  if (stone === 'pearl') {
    S.torus(0.1, 0.045, move(0, y0 + 0.07, 0.05), m, 26, 9)
    S.gem({ stone, r: 0.4, T: move(0, y0 - 0.5, 0.12) })
    return
  }
  const sm = style === 'halo' ? 0.34 : 0.4
  setStone(S, m, chainT(flip, face), {
    stone,
    r: sm,
    shape,
    halo: style === 'halo' ? 'diamond' : null,
    bezel: style === 'pear' ? false : r() < 0.35,
    drop: 0.12,
  })
  if (style !== 'halo')
    setStone(S, m, chainT(rotX(PI / 2 - 0.1), move(0, y0 + 0.155, 0.13)), { stone: 'diamond', r: 0.075, drop: 0.04 })
}

function chainPiece(S, o) {
  const { m, style, r } = o,
    k = mix(0.94, 1.06, r())
  const pearl = o.stone === 'pearl'
  // two strands come in from the top and meet in a loose, uneven fall
  const one = (q, z) =>
    arc([
      [-1.3 * q, 2.4, z],
      [-1.16 * q * k, 1.2, z],
      [-0.8 * q, 0.1, z],
      [-0.06, -0.44 * q, z],
      [0.74 * q, 0.06, z],
      [1.14 * q, 1.15, z],
      [1.26 * q, 2.4, z],
    ])
  const runs = [one(1.0, 0.02)]
  if (style === 'cable' || (style === 'beads' && r() < 0.5)) runs.push(one(0.74, 0.06))
  for (const [w, c] of runs.entries()) {
    const L = c.pathLength
    if (pearl || style === 'beads') {
      const rad = (t) => mix(0.075, pearl ? 0.145 : 0.12, sin(PI * t) ** 1.5) * (w ? 0.72 : 1)
      for (let t = 0.01; t < 0.99;) {
        const q = rad(t),
          p = c(t)
        if (pearl) S.pearl(q, move(p[0], p[1], p[2]))
        else S.ball(q, move(p[0], p[1], p[2]), m, 24)
        t += (q * 2.02) / L
      }
    } else if (style === 'rope') {
      for (const ph of [0, TAU / 3, (2 * TAU) / 3])
        S.tube(
          (u) => {
            const p = c(clamp(u)),
              tg = norm(sub(c(clamp(u) + 0.001), p)),
              s = norm(cross(tg, [0, 0, 1])),
              a = u * TAU * 44 + ph
            return add(p, add(mul(s, 0.058 * cos(a)), [0, 0, 0.058 * sin(a)]))
          },
          0.047,
          760,
          7,
          { ramp: m, up: [0, 0, 1] },
        )
    } else {
      const g = style === 'curb' ? mix(1.0, 1.5, r()) : 1,
        len = { curb: 0.235 * g, cable: 0.165, figaro: 0.21 }[style]
      links(S, m, c, Math.round(L / (len * { curb: 0.54, cable: 0.7, figaro: 0.66 }[style])), {
        len,
        wid: len * { curb: 0.78, cable: 0.66, figaro: 0.66 }[style],
        thick: len * { curb: 0.155, cable: 0.12, figaro: 0.125 }[style],
        type: style,
        up: [0, 0, 1],
        nu: 22,
        nv: 8,
      })
    }
  }
}

function bracelet(S, o) {
  const { m, stone, style, r } = o,
    A = 1.22,
    B = 1.0,
    ph = r() * 6
  const c = (t) => {
    const a = TAU * t + ph
    return [A * cos(a) + 0.03 * sin(3 * a), 0.08, B * sin(a) + 0.04 * cos(2 * a)]
  }
  if (style === 'tennis' && stone !== 'none' && stone !== 'jade' && stone !== 'pearl') {
    const n = 44
    for (let i = 0; i < n; i++) {
      const t = i / n,
        p = c(t),
        tg = norm(sub(c(t + 0.002), c(t - 0.002))),
        T = chainT(rotY(-Math.atan2(tg[2], tg[0])), move(p[0], 0.1, p[2]))
      S.surface(
        (u, v) => {
          const a = TAU * u
          return [0.08 * spow(cos(a), 0.6) * 1.02, mix(0.02, -0.09, v), 0.085 * spow(sin(a), 0.6)]
        },
        16,
        3,
        { T, ramp: m },
      )
      S.torus(0.078, 0.013, chainT(move(0, 0.018, 0), T), m, 16, 6, { shadow: false })
      S.gem({ stone, r: 0.076, small: true, T: chainT(move(0, 0.02, 0), T) })
    }
    return
  }
  if (style === 'pearls' || stone === 'pearl' || stone === 'jade') {
    const n = 30
    for (let i = 0; i < n; i++) {
      const p = c(i / n),
        gold = i % 10 === 0
      if (gold) S.ball(0.1, move(p[0], 0.11, p[2]), m, 20)
      else
        S.ball(0.112, move(p[0], 0.112, p[2]), stone === 'jade' ? GEM.jade : GEM.pearl, 24, {
          kind: stone === 'jade' ? 'jade' : 'pearl',
        })
    }
    return
  }
  links(S, m, c, style === 'figaro' ? 54 : 46, {
    len: 0.28,
    wid: 0.21,
    thick: style === 'figaro' ? 0.032 : 0.04,
    type: style === 'figaro' ? 'figaro' : 'curb',
    nu: 22,
    nv: 9,
  })
}

function bangle(S, o) {
  const { m, stone, style, r } = o,
    R = 1.18
  const put = (tilt, y, yw, x = 0, z = 0) => chainT(rotX(tilt), rotY(yw), move(x, y, z))
  const body = (T, w, t, fn, flat) =>
    S.surface(
      (u, v) => {
        const a = TAU * u,
          b = TAU * v,
          g = fn ? fn(a, b) : 0,
          rr = R + (t + g) * spow(cos(b), flat)
        return [rr * cos(a), (w + g * 0.3) * spow(sin(b), flat), rr * 0.9 * sin(a)]
      },
      220,
      20,
      { T, ramp: m },
    )
  if (style === 'pair') {
    body(put(0.03, 0.075, 0.1, 0.05, 0.1), 0.07, 0.06, null, 0.8)
    S.bias += 0.05
    body(put(-0.34, 0.5, -0.5, -0.02, -0.06), 0.07, 0.06, (a) => 0.012 * cos(60 * a), 0.8)
    S.bias -= 0.05
    return
  }
  const T = put(-0.26, 0.42, mix(-0.3, 0.3, r()))
  if (style === 'twist') {
    for (const ph of [0, PI])
      S.tube(
        (u) => {
          const a = TAU * u,
            q = R + 0.065 * cos(9 * a + ph)
          return [q * cos(a), 0.075 * sin(9 * a + ph), q * 0.9 * sin(a)]
        },
        0.066,
        260,
        12,
        { T, ramp: m },
      )
    return
  }
  if (style === 'carved') {
    body(T, 0.16, 0.055, (a, b) => 0.02 * abs(sin(14 * a + (b > PI ? 0 : 0.2))) + 0.006 * cos(56 * a), 0.55)
    return
  }
  body(T, style === 'set' ? 0.105 : mix(0.08, 0.13, r()), 0.075, null, style === 'set' ? 0.6 : 0.85)
  if (style === 'set' && stone !== 'none')
    for (let i = 0; i < 19; i++) {
      const a = PI / 2 + (i - 9) * 0.118
      S.bias += 0.02
      S.gem({
        stone: i % 2 || stone === 'pearl' ? stone : 'diamond',
        r: 0.074,
        small: true,
        T: chainT(rotX(PI / 2), move(0, 0, R + 0.07), rotY(PI / 2 - a), (p) => [p[0], p[1], p[2] * 0.9], T),
        shadow: false,
      })
      S.bias -= 0.02
    }
}

function earrings(S, o) {
  const { m, stone, style, r } = o
  if (style === 'hoops') {
    const t = mix(0.05, 0.085, r()),
      fl = mix(0.7, 1, r())
    for (const [x, yw, z] of [
      [-0.62, 0.78, 0.1],
      [0.58, 0.52, -0.1],
    ]) {
      const T = chainT(move(0, 0.66 + t, 0), rotX(0.02), rotY(yw), move(x, 0, z))
      S.surface(
        (u, v) => {
          const a = -0.35 * PI + TAU * 0.985 * u + PI * 0.85,
            b = TAU * v,
            k = t * mix(0.55, 1.15, 0.5 - 0.5 * sin(a))
          return [
            (0.66 + k * spow(cos(b), fl)) * cos(a),
            (0.66 + k * spow(cos(b), fl)) * sin(a),
            k * 1.25 * spow(sin(b), fl),
          ]
        },
        110,
        18,
        { T, ramp: m },
      )
      if (stone !== 'none' && stone !== 'pearl' && stone !== 'jade')
        for (let i = 0; i < 9; i++) {
          const a = -PI / 2 + (i - 4) * 0.17
          S.gem({
            stone,
            r: 0.052,
            small: true,
            T: chainT(move(0, 0.66 + t * 1.1, 0), rotZ(a - PI / 2), T),
            shadow: false,
          })
        }
    }
    return
  }
  if (style === 'drops') {
    for (const x of [-0.6, 0.6]) {
      const T = chainT(rotZ(x < 0 ? 0.02 : -0.02), move(x, 0.3, 0.05))
      S.tube(
        (u) => {
          const a = mix(-0.15, 1.12, u) * PI
          return u < 0.8 ? [0, 0.7 + 0.17 * sin(a), 0.17 * cos(a) - 0.1] : [0, 0.7 + 0.17 * sin(a), 0.17 * cos(a) - 0.1]
        },
        0.02,
        40,
        8,
        { T, ramp: m, up: [1, 0, 0] },
      )
      if (stone === 'none') S.ball(0.1, chainT(move(0, 0.46, 0.06), T), m, 30)
      else
        setStone(S, m, chainT(rotX(PI / 2 - 0.08), move(0, 0.46, 0.08), T), {
          stone: stone === 'pearl' ? 'diamond' : stone,
          r: 0.12,
          drop: 0.06,
        })
      S.torus(0.05, 0.016, chainT(rotX(PI / 2), rotY(PI / 2), move(0, 0.29, 0.05), T), m, 20, 7)
      if (stone === 'pearl') {
        S.torus(0.07, 0.03, chainT(move(0, 0.2, 0.05), T), m, 20, 8)
        S.gem({ stone, r: 0.27, T: chainT(move(0, -0.17, 0.05), T) })
      } else if (stone === 'none')
        S.surface(
          (u, v) => {
            const a = TAU * u,
              b = PI * v,
              k = sin(b) * (1 - 0.4 * cos(b))
            return [0.2 * k * cos(a), 0.42 * cos(b) - 0.18, 0.15 * k * sin(a) + 0.05]
          },
          40,
          26,
          { ramp: m, T },
        )
      else
        setStone(S, m, chainT(rotY(PI), rotX(PI / 2 - 0.08), move(0, -0.13, 0.08), T), {
          stone,
          r: 0.3,
          shape: stone === 'jade' ? 'oval' : 'pear',
          drop: 0.08,
          bezel: false,
        })
    }
    return
  }
  for (const [x, z, yw, t] of [
    [-0.58, 0.12, -0.22, 0.66],
    [0.6, -0.16, 0.26, 0.56],
  ]) {
    const s = style === 'halo' ? 0.34 : 0.42,
      lift = style === 'halo' ? 0.44 : 0.42
    const T = chainT(rotX(t), rotZ(-yw), move(x, lift, z))
    S.capsule([0, -s * 0.7, 0], [0, -s * 2.0, 0], 0.026, T, m)
    setStone(S, m, T, {
      stone: stone === 'none' ? 'pearl' : stone,
      r: s,
      halo: style === 'halo' ? 'diamond' : null,
      drop: s * 0.8,
    })
  }
}

function brooch(S, o) {
  const { m, stone, style, r } = o,
    face = chainT(rotX(PI / 2 - 0.22), move(0, 0.05, 0.1))
  const petal = (a, len, wid, lift, curl, ramp_ = m) =>
    S.surface(
      (u, v) => {
        const x = (v - 0.5) * 2,
          w = wid * pow(sin(PI * clamp(0.06 + 0.94 * u)), 0.6) * (u < 0.5 ? mix(0.45, 1, u * 2) : 1)
        const q = 0.1 + u * len,
          y = lift * sin(PI * u * 0.75) + curl * (1 - x * x) * -0.1 * len + 0.045 * cos(x * PI * 2) * sin(PI * u)
        return [q * cos(a) - x * w * sin(a), y, q * sin(a) + x * w * cos(a)]
      },
      26,
      22,
      { T: face, ramp: ramp_, sheet: true },
    )
  if (style === 'spray') {
    S.tube(
      (u) => [mix(-0.75, 0.55, u), 0.02, mix(0.95, -0.75, u) + 0.35 * sin(PI * u)],
      (u) => mix(0.045, 0.022, u),
      60,
      9,
      { T: face, ramp: m },
    )
    for (let i = 0; i < 9; i++) {
      const u = 0.16 + i * 0.098,
        p = [mix(-0.75, 0.55, u), 0.02, mix(0.95, -0.75, u) + 0.35 * sin(PI * u)],
        sd = i % 2 ? 1 : -1
      const T2 = chainT(size(mix(0.78, 0.55, u)), rotY(0.82 + sd * 0.85), move(p[0], 0.03 + 0.01 * i, p[2]), face)
      S.surface(
        (a, b) => {
          const x = (b - 0.5) * 2,
            w = 0.17 * pow(sin(PI * clamp(a, 0.02, 0.99)), 0.8)
          return [a * 0.72, 0.1 * sin(PI * a) - 0.07 * x * x + 0.012 * cos(a * 40 - abs(x) * 9), x * w]
        },
        30,
        14,
        { T: T2, ramp: m, sheet: true },
      )
      if (i % 3 === 1)
        setStone(S, m, chainT(move(p[0] - sd * 0.24, 0.14, p[2] + sd * 0.1), face), {
          stone: stone === 'none' ? 'pearl' : stone,
          r: 0.115,
          drop: 0.07,
        })
    }
    return
  }
  if (style === 'moon') {
    S.surface(
      (u, v) => {
        const a = mix(0.16, 1.66, u) * PI - 0.25,
          b = TAU * v,
          w = 0.3 * pow(sin(PI * clamp(u, 0.001, 0.999)), 0.75) + 0.004,
          q = 0.8 - w * 0.55
        return [(q + w * cos(b)) * cos(a), 0.1 * sin(b) * (w / 0.3), (q + w * cos(b)) * sin(a)]
      },
      110,
      20,
      { T: face, ramp: m },
    )
    for (let i = 0; i < 11; i++) {
      const u = 0.2 + i * 0.06,
        a = mix(0.16, 1.66, u) * PI - 0.25,
        s = 0.085 * pow(sin(PI * u), 0.6)
      S.bias += 0.08
      S.gem({
        stone: 'diamond',
        r: s,
        small: true,
        T: chainT(move(0.66 * cos(a), 0.1, 0.66 * sin(a)), face),
        shadow: false,
      })
      S.bias -= 0.08
    }
    setStone(S, m, chainT(move(0.3, 0.14, -0.16), face), {
      stone: stone === 'none' ? 'pearl' : stone,
      r: 0.21,
      drop: 0.1,
    })
    return
  }
  const off = r() * 0.6
  for (let i = 0; i < 7; i++) petal((TAU * i) / 7 + off, 0.86, 0.3, 0.02, 1)
  S.bias += 0.12
  for (let i = 0; i < 6; i++) petal((TAU * (i + 0.5)) / 6 + off, 0.58, 0.22, 0.16, 1)
  S.bias += 0.14
  setStone(S, m, chainT(move(0, 0.2, 0), face), {
    stone: stone === 'none' ? 'pearl' : stone,
    r: 0.19,
    halo: stone === 'pearl' || stone === 'none' ? null : 'diamond',
    drop: 0.1,
  })
  S.bias -= 0.26
}

function stonePiece(S, o) {
  const { stone, style, r } = o,
    st = stone === 'none' ? 'diamond' : stone
  const big = (shape, rr, x, z, yw, tilt) => {
    const t = tilt
    S.gem({ shape, stone: st, r: rr, T: chainT(rotY(yw), rotX(t), move(x, rr * 0.84 * cos(t) * 0.8 + 0.02, z)) })
  }
  if (st === 'pearl' || st === 'jade') {
    const side = r() < 0.5 ? 1 : -1
    for (const [across, away, large] of [
      [-0.3, 0.25, 0.62],
      [0.66, -0.28, 0.44],
      [0.82, 0.62, 0.3],
      [-1.02, -0.52, 0.26],
    ]) {
      const x = side * (across + mix(-0.06, 0.06, r())),
        z = away + mix(-0.06, 0.06, r()),
        q = large * mix(0.88, 1.06, r()),
        turn = mix(0.1, 0.9, r())
      if (st === 'pearl') S.ball(q, move(x, q, z), GEM.pearl, 48, { kind: 'pearl' })
      else
        S.gem({
          stone: st,
          shape: large > 0.5 ? 'oval' : 'round',
          r: q * 1.15,
          T: chainT(rotY(turn), move(x, 0.02, z)),
        })
    }
    return
  }
  big(style, style === 'marquise' ? 0.78 : 0.86, -0.18, 0.05, 0.35 + r() * 0.5, mix(0.34, 0.46, r()))
  big(style === 'emerald' ? 'emerald' : 'round', 0.34, 0.98, 0.42, 1.2 + r(), 0.42)
  big(style === 'emerald' ? 'emerald' : 'round', 0.25, 0.86, -0.56, 0.4 + r(), 0.36)
}

function findings(S, o) {
  const { m, style, r } = o
  if (style === 'clasps') {
    for (const [x, z, a] of [
      [-0.62, 0.05, 0.5],
      [0.45, 0.42, -0.4],
      [0.35, -0.62, 2.0],
    ]) {
      const T = chainT(rotY(a), move(x, 0.1, z))
      S.tube(
        (u) => {
          const t = mix(0.06, 0.97, u) * TAU
          return [0.52 * cos(t), 0, 0.26 * sin(t) * (1 - 0.25 * cos(t))]
        },
        (u) => [0.075 + 0.05 * sin(PI * u), 0.07],
        90,
        12,
        { T, ramp: m },
      )
      S.torus(0.12, 0.035, chainT(move(-0.62, 0, 0), T), m, 30, 10)
    }
    return
  }
  for (let i = 0; i < 17; i++) {
    const a = i * 2.4,
      q = 0.3 * Math.sqrt(i + 0.4),
      R = mix(0.17, 0.27, r())
    S.torus(
      R,
      R * 0.16,
      chainT(
        rotX(mix(-0.25, 0.25, r())),
        rotZ(mix(-0.25, 0.25, r())),
        move(q * cos(a) * 1.1, 0.07 + 0.05 * r(), q * sin(a) * 0.85),
      ),
      m,
      44,
      11,
    )
  }
}

const CAM = {
  ring: { pitch: 0.46, cy: 0.86, zoom: 1.12 },
  earringsWall: { pitch: 0.02, cy: 0.28, zoom: 1.25, wall: -0.16 },
  earrings: { pitch: 0.44, cy: 0.4, zoom: 1.18 },
  pendant: { pitch: 0.02, cy: 0.16, zoom: 1.12, wall: -0.14 },
  chain: { pitch: 0.02, cy: 0.62, zoom: 1.18, wall: -0.14 },
  bracelet: { pitch: 0.86, cy: 0.06, zoom: 1.18 },
  bangle: { pitch: 0.52, cy: 0.32, zoom: 1.12 },
  brooch: { pitch: 0.02, cy: 0.04, zoom: 1.3, wall: -0.14 },
  stone: { pitch: 0.72, cy: 0.24, zoom: 1.12, cx: 0.16 },
  findings: { pitch: 0.9, cy: 0, zoom: 1.2 },
}
const DRAW = { ring, pendant, chain: chainPiece, bracelet, bangle, earrings, brooch, stone: stonePiece, findings }

/**
 * One piece, as described above.
 * @public for drawing pieces that have no photograph
 */
export function jewelry({
  kind = 'ring',
  metal = 'yellow',
  karat = '18K',
  stone = 'none',
  seed = 1,
  style,
  bg = 'ivory',
  size: px = 800,
  label,
} = {}) {
  const r = rng(kind + ':' + seed)
  const list = kind === 'ring' && stone === 'none' ? STYLES.ringPlain : STYLES[kind]
  let st = style ?? list[Math.floor(r() * list.length)]
  if (!style && kind === 'ring' && (stone === 'pearl' || stone === 'jade')) st = r() < 0.5 ? 'solitaire' : 'halo'
  if (!style && kind === 'bangle' && stone !== 'none') st = 'set'
  if (!style && kind === 'bangle' && stone === 'none' && st === 'set') st = 'plain'
  if (!style && kind === 'earrings')
    st =
      stone === 'none'
        ? r() < 0.7
          ? 'hoops'
          : 'drops'
        : ['studs', 'drops', stone === 'pearl' ? 'drops' : 'halo'][Math.floor(r() * 3)]
  if (!style && kind === 'bracelet')
    st =
      stone === 'none' ? (r() < 0.6 ? 'curb' : 'figaro') : stone === 'pearl' || stone === 'jade' ? 'pearls' : 'tennis'
  const cam = kind === 'earrings' && st === 'drops' ? CAM.earringsWall : CAM[kind]
  const S = new Scene({ size: px, seed: kind + seed, ...cam })
  DRAW[kind](S, {
    m: metalRamp(metal, karat),
    m2: metalRamp(metal === 'white' ? 'yellow' : 'white', karat),
    stone,
    style: st,
    r,
  })
  return S.svg({
    bg,
    label: label ?? `${karat} ${metal} gold ${stone === 'none' ? '' : stone + ' '}${kind}`.replace(/\s+/g, ' '),
  })
}
/** the still life of the home page: dark green plinths, a ring, bangles, pearls, a hanging pendant */
export function hero({ w = 1600, h = 1500 } = {}) {
  const cam = { w, h, pitch: 0.17, yaw: 0.0, dist: 11, zoom: 0.9, cx: 0, cy: 0.62, seed: 'hero' }
  const plinth = ramp('#03120e', '#07241d', '#0d382e', '#14493c', '#1f5f4f', '#3f8571')
  const y18 = metalRamp('yellow', '18K'),
    y22 = metalRamp('yellow', '22K')
  const layers = []
  const layer = (fn, o = {}) => {
    const S = new Scene({ ...cam, seed: 'hero' + layers.length, ...o })
    fn(S)
    layers.push(S)
  }
  const drum = (S, x, z, R, y0, y1) =>
    S.surface(
      (u, v) => {
        const a = TAU * u
        if (v < 0.34) {
          const k = v / 0.34
          return [x + (R - 0.02) * k * cos(a), y1, z + (R - 0.02) * k * sin(a)]
        }
        if (v < 0.4) {
          const k = (((v - 0.34) / 0.06) * PI) / 2
          return [
            x + (R - 0.02 + 0.02 * sin(k)) * cos(a),
            y1 - 0.02 + 0.02 * cos(k),
            z + (R - 0.02 + 0.02 * sin(k)) * sin(a),
          ]
        }
        return [x + R * cos(a), mix(y1 - 0.02, y0, (v - 0.4) / 0.6), z + R * sin(a)]
      },
      120,
      40,
      { ramp: plinth, kind: 'stoneware' },
    )
  // the pendant hangs in the arch
  layer(
    (S) => {
      for (const sd of [-1, 1])
        links(
          S,
          y18,
          arc([
            [0.3 + sd * 0.62, 3.2, -1.3],
            [0.3 + sd * 0.44, 2.66, -1.3],
            [0.3 + sd * 0.2, 2.12, -1.3],
            [0.3 + sd * 0.02, 1.86, -1.3],
          ]),
          36,
          { len: 0.076, wid: 0.05, thick: 0.0105, up: [0, 0, 1], nu: 14, nv: 6 },
        )
      S.torus(0.05, 0.016, chainT(rotX(PI / 2), rotY(1.1), move(0.3, 1.81, -1.28)), y18, 24, 8)
      const F = chainT(rotX(PI / 2 - 0.1), move(0.3, 1.48, -1.26))
      S.surface(
        (u, v) => {
          const a = TAU * u
          if (v < 0.8) {
            const k = v / 0.8
            return [0.27 * k * cos(a), 0.035 * (1 - 0.3 * k) + 0.01 * cos(8 * a) * k, 0.27 * k * sin(a)]
          }
          return [0.27 * cos(a), mix(0.024, -0.03, (v - 0.8) / 0.2), 0.27 * sin(a)]
        },
        128,
        18,
        { T: F, ramp: y22 },
      )
      for (let i = 0; i < 8; i++) {
        const a = (TAU * i) / 8
        for (const d of [-0.1, 0, 0.1])
          S.capsule(
            [0.28 * cos(a + d), 0, 0.28 * sin(a + d)],
            [(0.39 - abs(d) * 0.5) * cos(a + d * 0.85), 0, (0.39 - abs(d) * 0.5) * sin(a + d * 0.85)],
            0.018,
            F,
            y22,
            8,
            0.008,
          )
      }
      S.bias = 0.1
      setStone(S, y18, chainT(move(0, 0.06, 0), F), { stone: 'diamond', r: 0.095, bezel: true })
    },
    { wall: -1.75 },
  )
  // plinths
  layer((S) => drum(S, 0.3, -0.9, 0.62, -0.9, 0.62), { floor: -0.9 })
  layer(
    (S) => {
      drum(S, -0.92, -0.35, 0.66, -0.9, -0.02)
    },
    { floor: -0.9 },
  )
  layer(
    (S) => {
      drum(S, 1.18, -0.05, 0.56, -0.9, -0.34)
    },
    { floor: -0.9 },
  )
  // emerald-cut stone and pearls on the tall one
  layer(
    (S) => {
      S.gem({ shape: 'emerald', stone: 'diamond', r: 0.19, T: chainT(rotY(0.45), rotX(0.92), move(0.26, 0.785, -0.7)) })
      S.pearl(0.085, move(-0.06, 0.705, -0.62))
      S.pearl(0.065, move(0.62, 0.685, -0.66))
    },
    { floor: 0.62 },
  )
  // the ring
  layer(
    (S) => {
      const R = 0.4,
        T = chainT(rotX(0.1), rotY(-0.42), move(-0.92, -0.02 + R + 0.03, -0.28))
      S.surface(
        (u, v) => {
          const a = TAU * u,
            b = TAU * v,
            k = 1 - 0.25 * ss(0.6, 1, sin(a)),
            rr = R + 0.032 * spow(cos(b), 0.75)
          return [rr * cos(a), rr * sin(a), 0.046 * k * spow(sin(b), 0.75)]
        },
        150,
        20,
        { T, ramp: y18 },
      )
      for (const sd of [-1, 1])
        for (let i = 0; i < 6; i++) {
          const a = PI / 2 + sd * (0.34 + i * 0.125)
          S.gem({
            stone: 'diamond',
            r: 0.026,
            small: true,
            T: chainT(move(0, R + 0.03, 0), rotZ(a - PI / 2), T),
            shadow: false,
          })
        }
      setStone(S, y18, chainT(rotX(0.28), move(0, R + 0.19, 0), T), { stone: 'diamond', r: 0.185, drop: 0.19 })
    },
    { floor: -0.02 },
  )
  // bangles
  layer(
    (S) => {
      const body = (T, R, t, w, fn) =>
        S.surface(
          (u, v) => {
            const a = TAU * u,
              b = TAU * v,
              rr = R + (t + (fn ? fn(a) : 0)) * spow(cos(b), 0.8)
            return [rr * cos(a), w * spow(sin(b), 0.8), rr * 0.94 * sin(a)]
          },
          220,
          18,
          { T, ramp: y22 },
        )
      body(move(1.18, -0.34 + 0.035, -0.02), 0.42, 0.032, 0.036)
      S.bias = 0.06
      body(
        chainT(rotX(0.05), rotZ(0.03), move(1.19, -0.34 + 0.105, -0.03)),
        0.415,
        0.034,
        0.036,
        (a) => 0.007 * cos(64 * a),
      )
      S.bias = 0.12
      body(chainT(rotX(-0.18), rotZ(-0.14), move(1.16, -0.34 + 0.23, -0.04)), 0.42, 0.03, 0.034)
    },
    { floor: -0.34 },
  )
  // a strand of pearls in front, and two loose stones
  layer(
    (S) => {
      const c = arc([
        [-2.3, 0, 0.7],
        [-1.55, 0, 0.92],
        [-0.75, 0, 0.74],
        [-0.12, 0, 0.86],
        [0.1, 0, 1.16],
        [-0.22, 0, 1.4],
        [-0.52, 0, 1.2],
        [-0.18, 0, 0.98],
        [0.4, 0, 1.16],
        [1.1, 0, 1.02],
        [1.7, 0, 1.22],
        [2.4, 0, 0.95],
      ])
      for (let t = 0.004; t < 0.996;) {
        const q = mix(0.07, 0.09, sin(PI * t)),
          p = c(t)
        S.pearl(q, move(p[0], -0.9 + q, p[2]))
        t += (q * 2.02) / c.pathLength
      }
      S.gem({ stone: 'ruby', shape: 'cushion', r: 0.15, T: chainT(rotY(0.5), rotX(0.62), move(0.5, -0.79, 0.62)) })
      S.gem({ stone: 'diamond', r: 0.1, T: chainT(rotY(0.9), rotX(0.55), move(0.8, -0.83, 0.74)) })
    },
    { floor: -0.9 },
  )
  const W = w,
    H = h,
    ax = W * 0.565,
    aw = W * 0.27,
    ay = H * 0.4,
    fl = H * 0.775
  let o =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}"><defs>` +
    `<radialGradient id="w" cx=".40" cy=".30" r=".95"><stop offset="0" stop-color="#195343"/><stop offset=".5" stop-color="#103f34"/><stop offset="1" stop-color="#07231c"/></radialGradient>` +
    `<linearGradient id="a" x1="0" y1="0" x2=".9" y2="1"><stop offset="0" stop-color="#051c16"/><stop offset=".45" stop-color="#0a2e25"/><stop offset="1" stop-color="#154a3c"/></linearGradient>` +
    `<linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#08251e"/><stop offset=".12" stop-color="#0f3a2f"/><stop offset="1" stop-color="#164a3d"/></linearGradient>` +
    `<linearGradient id="v" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".07"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".25"/></linearGradient>` +
    `<filter id="js" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="22"/></filter><filter id="jt" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="7"/></filter>${PEARL}</defs>` +
    `<rect width="${W}" height="${H}" fill="url(#w)"/>` +
    `<path d="M${ax - aw} ${fl}V${ay}A${aw} ${aw} 0 0 1 ${ax + aw} ${ay}V${fl}z" fill="url(#a)"/><path d="M${ax - aw} ${fl}V${ay}A${aw} ${aw} 0 0 1 ${ax + aw} ${ay}V${fl}" fill="none" stroke="#3d8a74" stroke-width="2" opacity=".55"/>` +
    `<path d="M${ax - aw * 0.88} ${fl}V${ay}A${aw * 0.88} ${aw * 0.88} 0 0 1 ${ax + aw * 0.88} ${ay}V${fl}" fill="none" stroke="#000" stroke-width="16" opacity=".12" filter="url(#jt)"/>` +
    `<rect y="${fl}" width="${W}" height="${H - fl}" fill="url(#f)"/>`
  for (const S of layers) {
    S.items.sort((a, b) => a[0] - b[0])
    o += `<path d="${S.shade.join('')}" fill="#010b08" opacity=".52" filter="url(#js)"/>`
    if (S.tight.length) o += `<path d="${S.tight.join('')}" fill="#010b08" opacity=".5" filter="url(#jt)"/>`
    o += `<g stroke-width=".7" stroke-linejoin="round">${S.items.map((i) => i[1]).join('')}</g>`
    for (const [[x, y], s] of S.glints.slice(0, 4))
      o += `<path d="M${x.toFixed(1)} ${(y - s).toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${(x + s).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${x.toFixed(1)} ${(y + s).toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${(x - s).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${x.toFixed(1)} ${(y - s).toFixed(1)}z" fill="#fff" opacity=".95"/>`
  }
  return o + `<rect width="${W}" height="${H}" fill="url(#v)"/></svg>`
}
