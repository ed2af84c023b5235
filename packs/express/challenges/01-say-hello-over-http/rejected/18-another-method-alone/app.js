import express from "express";

const app = express();

app.put("/hello", (req, res) => {
  res.json({ message: "Hello" });
});

export default app;
