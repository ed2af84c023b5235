import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [out, ...files] = process.argv.slice(2);
const browser = await chromium.launch({
	executablePath: "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1900, height: 400 } });
const imgs = files
	.map(
		(f) =>
			`<figure><figcaption>${f.split("/").pop()}</figcaption><img src="data:image/png;base64,${readFileSync(f).toString("base64")}" style="max-height:1000px;max-width:900px"></figure>`,
	)
	.join("");
await page.setContent(
	`<body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start;font:12px sans-serif"><style>figure{margin:0}</style>${imgs}`,
);
await page.screenshot({ path: out, fullPage: true });
await browser.close();
