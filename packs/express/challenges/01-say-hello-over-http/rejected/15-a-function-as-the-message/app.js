import express from "express";

const app = express();

const greeting = () => "Welcome to the library";

// Answer GET /hello here, then export the app.
app.get("/hello", (req, res) => {
  res.json({ message: greeting });
});

export default app;
