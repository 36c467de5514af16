//! What comes in between two steps of the flow, or over an open question: a wreck blows up (C-136).
//!
//! Afterwards all goes on as it was. What comes in between are frames of their own.

use crate::battle::prelude::*;

/// Frames that come in between, and what was under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Between {
    frames: Vec<Frame>,
    value: Option<FrameValue>,
    answer: Option<Command>,
    prompt: Option<Prompt>,
}

impl Battle {
    /// A frame that is to come as soon as the running step is done.
    pub(crate) fn soon(&mut self, frame: Frame) {
        self.world_mut().resource_mut::<InterposedFrames>().0.push(frame);
    }

    /// Puts on top of everything what is to come now, if there is anything.
    pub(crate) fn open_soon(&mut self) {
        let frames = std::mem::take(&mut self.world_mut().resource_mut::<InterposedFrames>().0);
        if frames.is_empty() {
            return;
        }
        let (value, answer, prompt) = self.interrupt();
        let frame = Frame::Between(Box::new(Between { frames, value, answer, prompt }));
        self.world_mut().resource_mut::<Stack>().push(frame);
    }

    /// Takes up what is under way, for a frame that comes in between.
    pub(super) fn interrupt(&mut self) -> (Option<FrameValue>, Option<Command>, Option<Prompt>) {
        let prompt = self.world_mut().resource_mut::<OpenPrompt>().0.take();
        let mut stack = self.world_mut().resource_mut::<Stack>();
        (stack.value.take(), stack.answer.take(), prompt)
    }
}

impl Between {
    pub(super) fn step(&mut self, _battle: &mut Battle, _context: Context) -> OrFault<Flow> {
        if self.frames.is_empty() {
            return Ok(Flow::Resume {
                value: self.value.take(),
                answer: self.answer.take().map(Box::new),
                prompt: self.prompt.take().map(Box::new),
            });
        }
        Ok(Flow::Push(Box::new(self.frames.remove(0))))
    }
}
