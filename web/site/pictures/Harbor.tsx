import { Picture } from './Picture.tsx';

export const Harbor = () => (
  <Picture width={640} height={520}>
    <defs>
      <clipPath id="harbor-frame">
        <rect width="640" height="520" rx="28" />
      </clipPath>
    </defs>
    <g clipPath="url(#harbor-frame)">
      <rect className="p-sky" width="640" height="520" />
      <circle className="p-glow" cx="424" cy="214" r="150" />
      <circle className="p-glow" cx="424" cy="214" r="108" />
      <circle className="p-sun" cx="424" cy="214" r="66" />
      <path className="p-cloud" d="M86 120h92a22 22 0 0 0 0-44 40 40 0 0 0-74-10 28 28 0 0 0-18 54z" />
      <path className="p-cloud" d="M512 96h66a16 16 0 0 0 0-32 29 29 0 0 0-54-7 20 20 0 0 0-12 39z" />
      <path
        className="p-far"
        d="M0 262c70-52 128-76 190-52 46 18 74 42 126 30 66-16 96-58 164-40 60 16 108 44 160 36v90H0z"
      />
      <path className="p-mid" d="M0 300c60-30 118-42 184-24 66 18 120 30 190 12 84-22 166-18 266 10v70H0z" />
      <g>
        <path d="M404 300l0-58 34 52zM398 300l0-44-22 38z" className="p-paper" />
        <path d="M366 304h84c-4 14-14 20-28 20h-30c-14 0-22-8-26-20z" className="p-trunk" />
      </g>
      <path className="p-water" d="M0 316h640v120H0z" />
      <path className="p-stroke p-glint" d="M352 336h148M372 352h110M388 368h76M330 392h70M452 388h88" />
      <path
        className="p-stroke p-wave"
        d="M24 344c14-10 28-10 42 0s28 10 42 0 28-10 42 0M196 372c14-10 28-10 42 0s28 10 42 0M528 352c14-10 28-10 42 0s28 10 42 0"
      />
      <path className="p-near" d="M0 392c92-26 176-22 262 4 98 30 206 40 378 8v116H0z" />
      <path className="p-stroke p-path" d="M-10 470c140-42 246-34 352-14 104 20 196 22 310-6" />
      <g>
        <path className="p-wall" d="M70 306h152v108c-50-14-100-18-152-6z" />
        <path className="p-roof" d="M54 310l92-58 92 58z" />
        <path className="p-lit" d="M92 334h32v34H92zM168 334h32v34h-32z" />
        <path className="p-door" d="M132 346h28v56c-10-2-18-3-28-3z" />
        <path className="p-stroke p-line-paper" d="M128 290h36M132 282v16M160 282v16M138 284v12M154 284v12" />
      </g>
      <g>
        <path className="p-trunk" d="M563 402h8v-46h-8z" />
        <path
          className="p-leaf"
          d="M567 276c28 26 40 50 36 70-4 18-18 26-36 26s-32-8-36-26c-4-20 8-44 36-70z"
        />
        <path className="p-trunk" d="M611 404h7v-34h-7z" />
        <path
          className="p-leaf-soft"
          d="M614 312c20 18 28 36 26 50-3 13-13 18-26 18s-23-5-26-18c-2-14 6-32 26-50z"
        />
      </g>
      <g className="p-runner">
        <circle cx="366" cy="362" r="13" className="p-skin" />
        <path className="p-stroke p-shirt" d="M360 378c-12 8-18 20-20 36" />
        <path className="p-stroke p-limb" d="M362 384l18 14 16-8M356 386l-22 8-8 18" />
        <path className="p-stroke p-leg" d="M340 412l20 16-8 26M340 412l-16 18-26 2" />
      </g>
    </g>
  </Picture>
);
