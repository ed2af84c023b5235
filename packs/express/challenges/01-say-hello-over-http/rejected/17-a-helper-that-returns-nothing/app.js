import express from "express";

const app = express();

function greet() {
  "Hi";
}
app.get("/hello", (req, res) => {
  res.json({ message: greet() });
});

export default app;
