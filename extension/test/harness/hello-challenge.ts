/** The first challenge of the bundled packs, and an answer that passes. */
export const TITLE = "Say Hello over HTTP";
export const ANSWER = `import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Good morning" });
});

export default app;
`;
